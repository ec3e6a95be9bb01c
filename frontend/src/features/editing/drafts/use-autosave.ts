import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ThumbnailChange } from '../item-kind';
import { deleteDraft, storeDraft, storeDraftImage, type Draft, type RestoredDraft } from './draft-store';
import { IdleWriter } from './idle-writer';
import { announcePresence, tabId } from './tab-presence';

const DEBOUNCE_MS = 500;
interface AutosaveOptions {
  scope: string;
  /** The draft restored into the form. */
  restored: RestoredDraft | undefined;
  values: object;
  thumbnail: ThumbnailChange;
  isDirty: boolean;
  version: number | undefined;
}

/** Whether the browser holds the unsaved values, and since when; `failed` if it refused them. */
export type AutosaveState = { kind: 'none' } | { kind: 'stored'; at: number } | { kind: 'failed' };

const NONE: AutosaveState = { kind: 'none' };

const toStoredThumbnail = (thumbnail: ThumbnailChange): Draft['thumbnail'] =>
  thumbnail instanceof File ? 'chosen' : thumbnail;

/** Stores unsaved values in the browser. Each tab writes its own record, so that tabs do not overwrite each other. */
export function useAutosave({ scope, restored, values, thumbnail, isDirty, version }: AutosaveOptions) {
  const key = `${scope}/${tabId}`;
  const isStopped = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [typedWriter] = useState(() => new IdleWriter());
  const [isOpenInOtherTab, setIsOpenInOtherTab] = useState(false);
  const [state, setState] = useState<AutosaveState>(restored ? { kind: 'stored', at: restored.typedAt } : NONE);

  const stopTimer = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  const store = useEffectEvent(() => {
    stopTimer();
    if (isStopped.current) return;
    if (!isDirty) {
      void deleteDraft(key);
      setState(NONE);
      return;
    }
    const typedAt = Date.now();
    void storeDraft(key, { values, version, thumbnail: toStoredThumbnail(thumbnail), typedAt }).then((isStored) => {
      setState(isStored ? { kind: 'stored', at: typedAt } : { kind: 'failed' });
    });
  });

  // Moves the restored draft to this tab's key. The original stays if the browser cannot store it again.
  const move = useEffectEvent(async (draft: RestoredDraft) => {
    const { thumbnail: image, typedAt } = draft;
    const copy = { values: draft.values, version: draft.version, thumbnail: toStoredThumbnail(image), typedAt };
    const results = await Promise.all([
      storeDraft(key, copy),
      image instanceof File ? storeDraftImage(key, image) : true,
    ]);
    if (results.every(Boolean)) await deleteDraft(draft.key);
  });
  useEffect(() => {
    if (restored && restored.key !== key) void move(restored);
  }, [restored, key]);

  const restoredImage = restored?.thumbnail;
  useEffect(() => {
    if (thumbnail instanceof File && thumbnail !== restoredImage) void storeDraftImage(key, thumbnail);
  }, [thumbnail, restoredImage, key]);

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
    // The key changes when a new item is saved; what was typed meanwhile is stored as a draft of that item.
  }, [values, thumbnail, isDirty, key]);

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
    /**
     * Stores values that are being typed within a fraction of a second, without rendering the form.
     * @param getTyped returns the fields as they are by then
     */
    keepTyped: (getTyped: () => object) => {
      const draft = { version, thumbnail: toStoredThumbnail(thumbnail) };
      if (!isStopped.current)
        typedWriter.write(() =>
          storeDraft(key, { ...draft, values: { ...values, ...getTyped() }, typedAt: Date.now() }),
        );
    },
    isOpenInOtherTab,
    autosaveState: state,
    /** Call after a save that keeps the form open; later changes are stored again. */
    deleteStoredDraft: () => {
      stopTimer();
      typedWriter.cancel();
      setState(NONE);
      void deleteDraft(key);
    },
    /** Call after the last save of the form; nothing is stored afterwards. */
    stopAutosave: () => {
      isStopped.current = true;
      stopTimer();
      typedWriter.cancel();
      void deleteDraft(key);
    },
  };
}
