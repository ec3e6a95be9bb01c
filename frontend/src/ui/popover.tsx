import { Popover as MantinePopover } from '@mantine/core';
import { useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import '@mantine/core/styles/Popover.layer.css';
import classes from './popover.module.css';

interface TriggerProps {
  onClick: () => void;
}

interface PopoverProps {
  label: string;
  /** The button that opens it. */
  trigger: (props: TriggerProps) => ReactNode;
  children: (close: () => void) => ReactNode;
}

/** A non-modal dialog at a button. Escape, a click outside and moving the focus out of it close it. */
export function Popover({ label, trigger, children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const dropdown = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
  };
  useEffect(() => {
    if (isOpen) dropdown.current?.focus();
  }, [isOpen]);

  const closeOnFocusOutside = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
  };
  return (
    <div className={classes.root} onBlur={closeOnFocusOutside}>
      <MantinePopover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-end"
        offset={6}
        width="24rem"
        withinPortal={false}
        transitionProps={{ duration: 0 }}
        shadow="md"
        classNames={{ dropdown: classes.dropdown }}
      >
        <MantinePopover.Target>
          {trigger({
            onClick: () => {
              setOpen(!isOpen);
            },
          })}
        </MantinePopover.Target>
        <MantinePopover.Dropdown ref={dropdown} aria-label={label} aria-labelledby={undefined}>
          {children(close)}
        </MantinePopover.Dropdown>
      </MantinePopover>
    </div>
  );
}
