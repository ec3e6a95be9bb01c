import { useLayoutEffect, useRef } from 'react';

/** A native modal: top layer, inert page, focus return. `data-autofocus` marks the initial focus. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect: the browser returns the focus only if the dialog closes before it is removed.
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
