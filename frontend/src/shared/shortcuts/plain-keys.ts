/** The keys without a modifier, by what they do. */
export const plainKeys = {
  everywhere: { search: '/', help: '?' },
  thread: { next: 'j', previous: 'k', reply: 'r', edit: 'e' },
  queue: { next: 'j', previous: 'k', approve: 'a', reject: 'r' },
} as const;

const STORAGE_KEY = 'plain-keys';

/** Users of speech input turn them off, because it types letters (WCAG 2.1.4). Browsers may refuse storage. */
export function arePlainKeysOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off';
  } catch {
    return true;
  }
}

export function storePlainKeysOn(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, 'off');
  } catch {
    // They stay on in the next visit.
  }
}

/** Where letters are input, and what has keys of its own. */
const EXCLUDED = 'input, textarea, select, dialog, [contenteditable], [role="menu"]';

/** Whether a key is meant for the page: it has no modifier, and neither a field, a menu nor a dialog gets it. */
export function isPlainKey({ target, ctrlKey, metaKey, altKey, repeat, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || repeat || defaultPrevented || !arePlainKeysOn()) return false;
  if (target instanceof Element && target.closest(EXCLUDED)) return false;
  return document.querySelector('dialog[open]') === null;
}

export type KeyActions = Partial<Record<string, () => void>>;

export function runKeyAction(event: KeyboardEvent, actions: KeyActions): void {
  const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
  if (!action || !isPlainKey(event)) return;
  event.preventDefault();
  action();
}
