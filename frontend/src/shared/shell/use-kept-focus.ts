import { useEffect } from 'react';
import { MAIN_ID } from '../../lib/page-ids';

/** Parts of a screen that are read out by a name of their own, and the screen as a whole. */
const PARTS = 'section, [role="group"], [role="tabpanel"], main';

function partsAround(element: Element): HTMLElement[] {
  const parts: HTMLElement[] = [];
  for (let part = element.closest<HTMLElement>(PARTS); part; part = part.parentElement?.closest(PARTS) ?? null)
    parts.push(part);
  return parts;
}

/**
 * What is deleted takes the focus with it. The part of the screen that it stood in gets it then, so that whoever goes by
 * keyboard or by ear need not begin again at the top of the page.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let held: Element | null = null;
    let parts: HTMLElement[] = [];
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || !document.getElementById(MAIN_ID)?.contains(target)) return;
      held = target;
      parts = partsAround(target);
    };
    const mend = () => {
      if (!held || held.isConnected || document.activeElement !== document.body) return;
      held = null;
      const part = parts.find(({ isConnected }) => isConnected);
      if (!part) return;
      if (!part.hasAttribute('tabindex')) part.tabIndex = -1;
      part.focus({ preventScroll: true });
    };
    // Of the whole page: a dialog that closes gives the focus to nobody when what opened it is gone.
    const observer = new MutationObserver(mend);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', note);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', note);
    };
  }, []);
}
