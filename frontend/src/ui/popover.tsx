import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import classes from './popover.module.css';

interface TriggerProps {
  id: string;
  'aria-haspopup': 'dialog';
  'aria-expanded': boolean;
  onClick: () => void;
}

interface PopoverProps {
  label: string;
  trigger: (props: TriggerProps) => ReactNode;
  children: (close: () => void) => ReactNode;
}

/** A small window at a button that leaves the page usable: Escape, a click elsewhere or leaving by Tab closes it. */
export function Popover({ label, trigger, children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = () => {
    setOpen(false);
  };

  useEffect(() => {
    if (!isOpen) return;
    popup.current?.focus();
    const closeFromOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) close();
    };
    document.addEventListener('pointerdown', closeFromOutside);
    document.addEventListener('focusin', closeFromOutside);
    return () => {
      document.removeEventListener('pointerdown', closeFromOutside);
      document.removeEventListener('focusin', closeFromOutside);
    };
  }, [isOpen]);

  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    close();
    document.getElementById(id)?.focus();
  };
  return (
    <div ref={root} className={classes.root} onKeyDown={handleKey}>
      {trigger({
        id,
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        onClick: () => {
          setOpen(!isOpen);
        },
      })}
      {isOpen && (
        <div ref={popup} role="dialog" aria-label={label} tabIndex={-1} className={classes.popup}>
          {children(close)}
        </div>
      )}
    </div>
  );
}
