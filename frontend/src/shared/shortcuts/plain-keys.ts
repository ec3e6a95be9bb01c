import { useEffect, useEffectEvent } from 'react';

/** The keys of every page, without a modifier. */
export const globalKeys = { search: '/', help: '?' } as const;

export const PLAIN_KEYS_STORAGE = 'plain-keys';

/** Users of speech input turn them off, because it types letters (WCAG 2.1.4). Browsers may refuse storage. */
export function arePlainKeysOn(): boolean {
  try {
    return !localStorage.getItem(PLAIN_KEYS_STORAGE);
  } catch {
    return true;
  }
}

/** Where letters are input, and what has keys of its own. */
const EXCLUDED = 'input, textarea, select, dialog, [contenteditable], [role="menu"]';

/** Whether a key is meant for the page: it has no modifier, and neither a field, a menu nor a dialog gets it. */
function isPlainKey({ target, ctrlKey, metaKey, altKey, repeat, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || repeat || defaultPrevented || !arePlainKeysOn()) return false;
  return !(target as Element).closest?.(EXCLUDED) && !document.querySelector('dialog[open]');
}

type KeyActions = Partial<Record<string, () => void>>;

/** Runs the action of a key without a modifier. */
export function runKeyAction(event: KeyboardEvent, actions: KeyActions): void {
  const action = actions[event.key];
  if (!action || !isPlainKey(event)) return;
  event.preventDefault();
  action();
}

/** Runs an action for a key without a modifier, wherever the focus is. */
export function usePlainKeys(actions: KeyActions): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    runKeyAction(event, actions);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      handleKey(event);
    };
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
    };
  }, []);
}
