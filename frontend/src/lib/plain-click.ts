import type { MouseEvent } from 'react';

/** Whether a click opens its link in this tab: the main button without modifier keys. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
