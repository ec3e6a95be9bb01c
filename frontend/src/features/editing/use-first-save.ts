import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { NetworkError } from '../../api/problem';
import type { DetailsValues } from './details-values';
import type { EditableItem, SaveAttempt, SendItem } from './item-kind';

/** The pause in typing after which a new item is saved on the server for the first time. */
const PAUSE_MS = 3_000;

interface FirstSaveOptions<Values extends DetailsValues, Item extends EditableItem> {
  /** Whether the item is new, and the form may save it without being asked. */
  isEnabled: boolean;
  values: Values;
  /** Whether the values are complete and valid, so that there are no empty drafts. */
  canSave: () => boolean;
  send: SendItem<Values, Item>;
  onSaved: (item: Item, attempt: SaveAttempt<Values>) => void;
}

/**
 * Saves a new item as a draft at the first pause in typing. Failures are silent: the browser keeps the text, and the
 * user's own save names the reason.
 * @returns whether that save is running; a save by the user waits for it, because it would create a second item
 */
export function useFirstSave<Values extends DetailsValues, Item extends EditableItem>(
  options: FirstSaveOptions<Values, Item>,
): boolean {
  const { isEnabled, values, canSave, send, onSaved } = options;
  const [isPending, setPending] = useState(false);
  const [isRefused, setRefused] = useState(false);
  // A restored or suggested text is not saved before the user continues it.
  const [initialValues] = useState(values);
  const isMounted = useRef(false);
  /** A request without a response is repeated as it was, with the same idempotency key. */
  const unanswered = useRef<SaveAttempt<Values>>(undefined);

  const save = useEffectEvent(async () => {
    if (!canSave()) return;
    const attempt = unanswered.current ?? { values, isAutomatic: true };
    setPending(true);
    try {
      const item = await send(attempt);
      unanswered.current = undefined;
      if (item && isMounted.current) onSaved(item, attempt);
    } catch (error) {
      unanswered.current = error instanceof NetworkError ? attempt : undefined;
      setRefused(!(error instanceof NetworkError));
    }
    setPending(false);
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
    const timer = setTimeout(() => void save(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isWaiting, values]);

  return isPending;
}
