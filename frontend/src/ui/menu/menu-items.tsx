import { createLink } from '@tanstack/react-router';
import { useId, type ComponentPropsWithRef, type ReactNode } from 'react';
import classes from './menu.module.css';

interface MenuItemProps {
  icon?: ReactNode;
  destructive?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, destructive, onSelect, children }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={classes.item}
      data-destructive={destructive || undefined}
      onClick={onSelect}
    >
      {icon}
      {children}
    </button>
  );
}

export const MenuLink = createLink(
  ({ icon, children, ...rest }: ComponentPropsWithRef<'a'> & Pick<MenuItemProps, 'icon'>) => (
    <a {...rest} role="menuitem" tabIndex={-1} className={classes.item}>
      {icon}
      {children}
    </a>
  ),
);

export function MenuChoice({ icon, checked, onSelect, children }: MenuItemProps & { checked: boolean }) {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={checked}
      tabIndex={-1}
      className={classes.item}
      onClick={onSelect}
    >
      {icon}
      {children}
    </button>
  );
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={classes.group}>
      <span id={id} role="presentation" className={classes.label}>
        {label}
      </span>
      {children}
    </div>
  );
}
