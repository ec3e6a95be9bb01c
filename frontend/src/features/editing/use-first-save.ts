import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { NetworkError } from '../../api/problem';
import type { DetailsValues } from './details-values';
import type { EditableItem, SaveAttempt, SendItem } from './item-kind';
import { PartialSaveError } from './save-result';

/** The pause in typing after which a new item is saved on the server for the first time. */
const PAUSE_MS = 3_000;

/** A request without a response, which the server may have completed. */
interface UnansweredSave<Values extends DetailsValues> {
  attempt: SaveAttempt<Values>;
  error: NetworkError;
}

/** Returns `send` with the last request, if it had no response. */
export function useUnansweredSave<Values extends DetailsValues, Item extends EditableItem>(
  send: SendItem<Values, Item>,
): { send: SendItem<Values, Item>; unanswered: RefObject<UnansweredSave<Values> | undefined> } {
  const unanswered = useRef<UnansweredSave<Values>>(undefined);
  return {
    send: async (attempt) => {
      try {
        const item = await send(attempt);
        // A canceled repetition leaves open whether the server has created the item.
        if (item) unanswered.current = undefined;
        return item;
      } catch (error) {
        unanswered.current = error instanceof NetworkError ? { attempt, error } : undefined;
        throw error;
      }
    },
    unanswered,
  };
}

interface FirstSaveOptions<Values extends DetailsValues, Item extends EditableItem> {
  /** Whether the item is new, and the form may save it without being asked. */
  isEnabled: boolean;
  values: Values;
  /** Whether the values are complete and valid, so that there are no empty drafts. */
  canSave: () => boolean;
  send: SendItem<Values, Item>;
  unanswered: RefObject<UnansweredSave<Values> | undefined>;
  onSaved: (item: Item, attempt: SaveAttempt<Values>) => void;
  /** Called when the user canceled the upload of a repeated request. */
  onCanceled: () => void;
}

interface FirstSave {
  /** Whether the form saves; a save by the user waits for it, because it would create a second item. */
  isPending: boolean;
  saveNow: () => Promise<void>;
}

/**
 * Saves a new item as a draft at the first pause in typing. Failures are silent: the browser keeps the text, and the
 * user's own save names the reason. A request without a response is repeated as it was, with the same idempotency key,
 * but to create a draft only: a status is what the user requests now. One with a thumbnail waits for the user's save.
 */
export function useFirstSave<Values extends DetailsValues, Item extends EditableItem>(
  options: FirstSaveOptions<Values, Item>,
): FirstSave {
  const { isEnabled, values, canSave, send, unanswered, onSaved, onCanceled } = options;
  const [isPending, setPending] = useState(false);
  const [isRefused, setRefused] = useState(false);
  // A restored or suggested text is not saved before the user continues it.
  const [initialValues] = useState(values);
  const isMounted = useRef(false);

  const showSaved = (item: Item, attempt: SaveAttempt<Values>) => {
    // Also a repeated save of the user is automatic: it had no success message.
    if (isMounted.current) onSaved(item, { ...attempt, isAutomatic: true });
  };
  const saveNow = async () => {
    const lost = unanswered.current?.attempt;
    const attempt = lost ? { ...lost, status: undefined } : { values, isAutomatic: true };
    setPending(true);
    try {
      const item = await send(attempt);
      if (item) showSaved(item, attempt);
      else onCanceled();
    } catch (error) {
      if (error instanceof PartialSaveError) showSaved(error.item as Item, attempt);
      else setRefused(!(error instanceof NetworkError));
    }
    setPending(false);
  };
  const saveAfterPause = useEffectEvent(() => {
    // An upload has a dialog, which would come up again and again while the connection is lost.
    const isUpload = unanswered.current?.attempt.thumbnail instanceof File;
    if (canSave() && !isUpload) void saveNow();
  });

  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const isWaiting = isEnabled && !isPending && !isRefused && values !== initialValues;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => {
      saveAfterPause();
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isWaiting, values]);

  return { isPending, saveNow };
}
