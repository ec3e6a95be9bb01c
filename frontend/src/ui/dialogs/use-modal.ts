import { useLayoutEffect, useRef } from 'react';

/** The browser's own modal: top layer, inert page, focus returned on closing. `data-autofocus` marks the first focus. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before it leaves the page: closed only afterwards, it would not give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      element.close();
    };
  }, []);
  return dialog;
}
