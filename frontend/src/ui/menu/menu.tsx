import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import classes from './menu.module.css';

interface TriggerProps {
  id: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onClick: () => void;
}

interface MenuProps {
  trigger: (props: TriggerProps) => ReactNode;
  /** Stands above the entries and is not one of them. */
  header?: ReactNode;
  /** Which edge of the button it keeps to; `start` keeps to the row's edge on narrow screens. */
  align?: 'start' | 'end';
  children: ReactNode;
}

const ITEM = '[role^="menuitem"]';

/** Where the focus goes from the entry at `index`, or undefined for keys that do not move it. */
function nextIndex(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return (index + 1) % count;
    case 'ArrowUp':
      return (index - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** A menu button as the ARIA practices describe it: arrow keys inside, Escape or a click elsewhere closes it. */
export function Menu({ trigger, header, align = 'end', children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();

  const items = () => [...(root.current?.querySelectorAll<HTMLElement>(ITEM) ?? [])];
  const close = () => {
    setOpen(false);
    document.getElementById(id)?.focus();
  };

  useEffect(() => {
    if (!isOpen) return;
    root.current?.querySelector<HTMLElement>(ITEM)?.focus();
    const closeFromOutside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeFromOutside);
    return () => {
      document.removeEventListener('pointerdown', closeFromOutside);
    };
  }, [isOpen]);

  const handleKey = (event: KeyboardEvent) => {
    if (!isOpen) return;
    if (event.key === 'Tab') setOpen(false);
    if (event.key === 'Escape') close();
    const all = items();
    const next = nextIndex(event.key, all.indexOf(document.activeElement as HTMLElement), all.length);
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  };
  const handleClick = (event: MouseEvent) => {
    // A choice among several leaves the menu open, to see what it does.
    if ((event.target as Element).closest('[role="menuitem"]')) close();
  };

  const toggle = () => {
    setOpen((open) => !open);
  };
  return (
    <div ref={root} className={classes.root} data-align={align} onKeyDown={handleKey}>
      {trigger({ id, 'aria-haspopup': 'menu', 'aria-expanded': isOpen, onClick: toggle })}
      {isOpen && (
        <div className={classes.popup}>
          {header && <div className={classes.header}>{header}</div>}
          <div role="menu" aria-labelledby={id} onClick={handleClick}>
            {children}
          </div>
        </div>
      )}
    </div>
  );
}
