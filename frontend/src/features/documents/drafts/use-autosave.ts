import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DocumentValues } from '../form/form-values';
import { dropDraft, storeDraft, type StoredDraft } from './draft-store';
import { standAt, thisTab } from './tabs';

const PAUSE_MS = 500;

interface AutosaveOptions {
  place: string;
  /** The draft the form began with. */
  restored: StoredDraft | undefined;
  values: DocumentValues;
  isDirty: boolean;
  version: number | undefined;
}

/** Keeps what is typed in this browser until it is saved. Each tab has a record of its own, so that none overwrites another's. */
export function useAutosave({ place, restored, values, isDirty, version }: AutosaveOptions) {
  const key = `${place}/${thisTab}`;
  const isOver = useRef(false);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [otherTab, setOtherTab] = useState(false);

  const store = useEffectEvent(() => {
    clearTimeout(waiting.current);
    waiting.current = undefined;
    if (isOver.current) return;
    void (isDirty ? storeDraft(key, { values, version, typedAt: Date.now() }) : dropDraft(key));
  });

  // From now on it is this tab's.
  useEffect(() => {
    if (!restored || restored.key === key) return;
    void storeDraft(key, restored).then(() => dropDraft(restored.key));
  }, [restored, key]);

  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => {
      store();
    }, PAUSE_MS);
  }, [values]);

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
      standAt(place, () => {
        setOtherTab(true);
      }),
    [place],
  );

  return {
    /** Somebody, most likely the same person, has this form open in another tab. */
    otherTab,
    /** It is saved: nothing is kept any more. */
    endAutosave: () => {
      isOver.current = true;
      clearTimeout(waiting.current);
      void dropDraft(key);
    },
  };
}
