import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DocumentValues } from '../form/form-values';
import type { ThumbnailChange } from '../form/use-send';
import { dropDraft, storeDraft, type Draft } from './draft-store';
import type { FoundDraft } from './find-draft';
import { storePicture } from './picture-store';
import { standAt, thisTab } from './tabs';

const PAUSE_MS = 500;

interface AutosaveOptions {
  place: string;
  /** The draft the form began with. */
  restored: FoundDraft | undefined;
  values: DocumentValues;
  thumbnail: ThumbnailChange;
  isDirty: boolean;
  version: number | undefined;
}

const kindOf = (thumbnail: ThumbnailChange): Draft['thumbnail'] => (thumbnail instanceof File ? 'chosen' : thumbnail);

/** Keeps what is typed in this browser until it is saved. Each tab has a record of its own, so that none overwrites another's. */
export function useAutosave({ place, restored, values, thumbnail, isDirty, version }: AutosaveOptions) {
  const key = `${place}/${thisTab}`;
  const isOver = useRef(false);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [otherTab, setOtherTab] = useState(false);

  const stop = () => {
    clearTimeout(waiting.current);
    waiting.current = undefined;
  };
  const store = useEffectEvent(() => {
    stop();
    if (isOver.current) return;
    const draft = { values, version, thumbnail: kindOf(thumbnail), typedAt: Date.now() };
    void (isDirty ? storeDraft(key, draft) : dropDraft(key));
  });

  // From now on it is this tab's.
  useEffect(() => {
    if (!restored || restored.key === key) return;
    const { thumbnail: picture, hasLostPicture: _lost, ...draft } = restored;
    void storeDraft(key, { ...draft, thumbnail: kindOf(picture) }).then(() => dropDraft(restored.key));
  }, [restored, key]);

  useEffect(() => {
    if (thumbnail instanceof File) void storePicture(key, thumbnail);
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
    }, PAUSE_MS);
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
      standAt(place, () => {
        setOtherTab(true);
      }),
    [place],
  );

  return {
    /** Somebody, most likely the same person, has this form open in another tab. */
    otherTab,
    /** It is saved, and what is typed from now on is kept anew. */
    dropStored: () => {
      stop();
      void dropDraft(key);
    },
    /** It is saved, and nothing is kept any more. */
    endAutosave: () => {
      isOver.current = true;
      stop();
      void dropDraft(key);
    },
  };
}
