import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import classes from './dialog.module.css';

/**
 * A native modal: top layer, inert page, focus return. `data-autofocus` marks the initial
 * focus; forms that are also pages mark it by `data-first-focus`.
 */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect: the browser returns the focus only if the dialog closes before it is removed.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    element.querySelector<HTMLElement>('[data-autofocus], [data-first-focus]')?.focus();
    return () => {
      element.close();
    };
  }, []);
  return dialog;
}

interface DialogProps {
  title: ReactNode;
  /** Announced together with the title. */
  text?: ReactNode;
  role?: 'dialog' | 'alertdialog';
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

const FOCUSABLE = ':is(button, input, select):not(:disabled, [tabindex="-1"]), [href], textarea, [tabindex="0"]';

/** Keeps Tab inside the dialog: the browser alone would also visit its address bar. */
function trapFocus(event: KeyboardEvent<HTMLDialogElement>): void {
  // A dialog inside this one has moved the focus already.
  if (event.key !== 'Tab' || event.defaultPrevented) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  if (document.activeElement !== edge && document.activeElement !== event.currentTarget) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
}

export function Dialog({ title, text, role = 'dialog', isWide = false, onClose, children }: DialogProps) {
  const dialog = useModal();
  const titleId = useId();
  const textId = useId();

  return (
    <dialog
      ref={dialog}
      role={role}
      aria-modal="true"
      aria-labelledby={titleId}
      aria-describedby={text ? textId : undefined}
      className={classes.dialog}
      data-wide={isWide || undefined}
      onKeyDown={trapFocus}
      onCancel={(event) => {
        // A file picker that is closed without a choice sends the same event from its field.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      {text && (
        <p id={textId} className={classes.text}>
          {text}
        </p>
      )}
      {children}
    </dialog>
  );
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
