import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Where letters are input, and dialogs, which have keys of their own. */
const EXCLUDED = 'input, textarea, select, dialog, [contenteditable], [role="menu"]';

/**
 * Runs an action for a letter, while the focus is within the container and no dialog is open. Single letters elsewhere
 * would act on speech input (WCAG 2.1.4).
 */
export function useQueueKeys(container: RefObject<HTMLElement | null>, actions: Record<string, () => void>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (!container.current?.contains(target)) return;
    if (target.closest(EXCLUDED) || document.querySelector('dialog[open]')) return;
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      onKeyDown(event);
    };
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
    };
  }, []);
}
