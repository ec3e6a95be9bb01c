import { isApplePlatform } from '../../lib/platform';

export const PALETTE_SHORTCUT = isApplePlatform ? '⌘K' : 'Ctrl K';

/** Editors that use the same keys have prevented the default already. */
export function isPaletteShortcut(event: KeyboardEvent): boolean {
  const { key, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
  const isHeld = isApplePlatform ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return key.toLowerCase() === 'k' && isHeld && !shiftKey && !altKey && !defaultPrevented;
}
