import { isApple } from '../../lib/apple';

export const PALETTE_KEYS = isApple ? '⌘K' : 'Ctrl K';

/** An editor that has its own use for the keys has taken the event already. */
export function opensPalette(event: KeyboardEvent): boolean {
  const { key, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
  const isHeld = isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return key.toLowerCase() === 'k' && isHeld && !shiftKey && !altKey && !defaultPrevented;
}
