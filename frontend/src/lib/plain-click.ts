import type { MouseEvent } from 'react';

/** A click that is to stay in this tab: none of the keys that open another one. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
