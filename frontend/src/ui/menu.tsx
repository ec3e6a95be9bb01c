import { Menu as MantineMenu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import {
  useId,
  useState,
  type ComponentPropsWithRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import classes from './menu.module.css';

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactNode;
  /** Shown above the items. */
  header?: ReactNode;
  /** The edge of the trigger with which the menu is aligned. */
  align?: 'start' | 'end';
  /** For a menu that is loaded by the press that opens it. */
  isInitiallyOpen?: boolean;
  children: ReactNode;
}

export function Menu({ trigger, header, align = 'end', isInitiallyOpen = false, children }: MenuProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(isInitiallyOpen);
  const focusTrigger = () => document.getElementById(id)?.focus();

  const closeOnTab = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return;
    focusTrigger();
    setOpen(false);
  };
  // Before the item's action: a dialog it opens returns the focus to the trigger.
  const focusTriggerBeforeAction = (event: MouseEvent) => {
    if ((event.target as Element).closest('[role="menuitem"]')) focusTrigger();
  };
  return (
    <MantineMenu
      id={id}
      opened={isOpen}
      onChange={setOpen}
      position={`bottom-${align}`}
      offset={6}
      middlewares={{ flip: true, shift: { padding: 16 } }}
      width="15rem"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      alignItemsLabels="none"
      checkIcon={<IconCheck size={16} aria-hidden="true" />}
      transitionProps={{ duration: 0 }}
      shadow="md"
      classNames={classes}
    >
      <MantineMenu.Target>{trigger}</MantineMenu.Target>
      <MantineMenu.Dropdown onKeyDown={closeOnTab} onClickCapture={focusTriggerBeforeAction}>
        {header && <div className={classes.header}>{header}</div>}
        {children}
      </MantineMenu.Dropdown>
    </MantineMenu>
  );
}

interface MenuItemProps {
  icon?: ReactNode;
  isDestructive?: boolean;
  isDisabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, isDestructive, isDisabled, onSelect, children }: MenuItemProps) {
  return (
    <MantineMenu.Item
      leftSection={icon}
      data-destructive={isDestructive || undefined}
      disabled={isDisabled}
      onClick={onSelect}
    >
      {children}
    </MantineMenu.Item>
  );
}

export const MenuLink = createLink(({ icon, ...rest }: ComponentPropsWithRef<'a'> & Pick<MenuItemProps, 'icon'>) => (
  <MantineMenu.Item component="a" leftSection={icon} {...rest} />
));

/** Selecting it leaves the menu open, so that the effect of the choice can be seen. */
export function MenuRadioItem({ icon, isChecked, onSelect, children }: MenuItemProps & { isChecked: boolean }) {
  return (
    <MantineMenu.RadioItem value="" checked={isChecked} onChange={onSelect}>
      {icon}
      {children}
    </MantineMenu.RadioItem>
  );
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={classes.group}>
      <MantineMenu.Label id={id} role="presentation">
        {label}
      </MantineMenu.Label>
      {children}
    </div>
  );
}
