import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DocumentValues } from '../form/form-values';
import type { ThumbnailChange } from '../form/use-save-request';
import { deleteDraft, storeDraft, type Draft } from './draft-store';
import type { RestoredDraft } from './find-draft';
import { storeImage } from './draft-image-store';
import { announcePresence, tabId } from './tab-presence';

const DEBOUNCE_MS = 500;

interface AutosaveOptions {
  scope: string;
  /** The draft restored into the form. */
  restored: RestoredDraft | undefined;
  values: DocumentValues;
  thumbnail: ThumbnailChange;
  isDirty: boolean;
  version: number | undefined;
}

const toStoredThumbnail = (thumbnail: ThumbnailChange): Draft['thumbnail'] =>
  thumbnail instanceof File ? 'chosen' : thumbnail;

/** Stores unsaved values in the browser. Each tab writes its own record, so that tabs do not overwrite each other. */
export function useAutosave({ scope, restored, values, thumbnail, isDirty, version }: AutosaveOptions) {
  const key = `${scope}/${tabId}`;
  const isOver = useRef(false);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isOpenInOtherTab, setIsOpenInOtherTab] = useState(false);

  const stop = () => {
    clearTimeout(waiting.current);
    waiting.current = undefined;
  };
  const store = useEffectEvent(() => {
    stop();
    if (isOver.current) return;
    const draft = { values, version, thumbnail: toStoredThumbnail(thumbnail), typedAt: Date.now() };
    void (isDirty ? storeDraft(key, draft) : deleteDraft(key));
  });

  // Moves the restored draft to this tab's key.
  useEffect(() => {
    if (!restored || restored.key === key) return;
    const { thumbnail: picture, isImageMissing: _lost, ...draft } = restored;
    void storeDraft(key, { ...draft, thumbnail: toStoredThumbnail(picture) }).then(() => deleteDraft(restored.key));
  }, [restored, key]);

  useEffect(() => {
    if (thumbnail instanceof File) void storeImage(key, thumbnail);
  }, [thumbnail, key]);

  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => {
      store();
    }, DEBOUNCE_MS);
  }, [values, thumbnail, isDirty]);

  useEffect(() => {
    const storeNow = () => {
      if (waiting.current !== undefined) store();
    };
    const storeWhenHidden = () => {
      if (document.visibilityState === 'hidden') storeNow();
    };
    window.addEventListener('pagehide', storeNow);
    document.addEventListener('visibilitychange', storeWhenHidden);
    return () => {
      storeNow();
      window.removeEventListener('pagehide', storeNow);
      document.removeEventListener('visibilitychange', storeWhenHidden);
    };
  }, []);

  useEffect(
    () =>
      announcePresence(scope, () => {
        setIsOpenInOtherTab(true);
      }),
    [scope],
  );

  return {
    isOpenInOtherTab,
    /** Call after a save that keeps the form open; later changes are stored again. */
    deleteStoredDraft: () => {
      stop();
      void deleteDraft(key);
    },
    /** Call after the last save of the form; nothing is stored afterwards. */
    stopAutosave: () => {
      isOver.current = true;
      stop();
      void deleteDraft(key);
    },
  };
}
