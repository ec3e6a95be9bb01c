import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DocumentValues } from '../form/form-values';
import type { ThumbnailChange } from '../form/use-save-request';
import { deleteDraft, storeDraft, storeDraftImage, type Draft, type RestoredDraft } from './draft-store';
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
  const isStopped = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isOpenInOtherTab, setIsOpenInOtherTab] = useState(false);

  const stopTimer = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  const store = useEffectEvent(() => {
    stopTimer();
    if (isStopped.current) return;
    const draft = { values, version, thumbnail: toStoredThumbnail(thumbnail), typedAt: Date.now() };
    void (isDirty ? storeDraft(key, draft) : deleteDraft(key));
  });

  // Moves the restored draft to this tab's key.
  useEffect(() => {
    if (!restored || restored.key === key) return;
    const { thumbnail: image, values: restoredValues, version: restoredVersion, typedAt } = restored;
    const draft = { values: restoredValues, version: restoredVersion, typedAt, thumbnail: toStoredThumbnail(image) };
    void storeDraft(key, draft).then(() => deleteDraft(restored.key));
  }, [restored, key]);

  useEffect(() => {
    if (thumbnail instanceof File) void storeDraftImage(key, thumbnail);
  }, [thumbnail, key]);

  const isFirstRender = useRef(true);
  useEffect(() => {
    if (isFirstRender.current) {
      isFirstRender.current = false;
      return;
    }
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      store();
    }, DEBOUNCE_MS);
  }, [values, thumbnail, isDirty]);

  useEffect(() => {
    const storeNow = () => {
      if (timer.current !== undefined) store();
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
      stopTimer();
      void deleteDraft(key);
    },
    /** Call after the last save of the form; nothing is stored afterwards. */
    stopAutosave: () => {
      isStopped.current = true;
      stopTimer();
      void deleteDraft(key);
    },
  };
}
