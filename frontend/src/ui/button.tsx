import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import classes from './button.module.css';

interface ButtonVariant {
  variant?: 'primary' | 'default' | 'subtle' | 'danger';
  size?: 'sm' | 'md';
  /** Fills the width of its container. */
  isFullWidth?: boolean;
}

export function buttonClass(
  { variant = 'primary', size = 'md', isFullWidth = false }: ButtonVariant,
  more?: string,
): string {
  return [classes.button, classes[variant], classes[size], isFullWidth && classes.wide, more].filter(Boolean).join(' ');
}

interface ButtonProps extends ComponentPropsWithRef<'button'>, ButtonVariant {
  icon?: ReactNode;
  /** Shows a spinner instead of the label. The button keeps its size and focus and ignores further presses. */
  isLoading?: boolean;
}

/** Also keeps a submit button from submitting its form. */
function preventPress(press: MouseEvent): void {
  press.preventDefault();
  press.stopPropagation();
}

/** Not Mantine's: every page has a button, and Mantine's adds 8 KB of script. */
export function Button({
  variant,
  size,
  isFullWidth,
  icon,
  isLoading = false,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size, isFullWidth }, className)}
      // Not disabled: a disabled button would lose the keyboard focus.
      onClick={isLoading ? preventPress : onClick}
      aria-disabled={isLoading || rest['aria-disabled']}
      aria-busy={isLoading || undefined}
    >
      {icon}
      <span>{children}</span>
    </button>
  );
}

interface ButtonLinkProps extends ComponentPropsWithRef<'a'>, ButtonVariant {
  icon?: ReactNode;
}

/** A link that looks like a button. */
export const ButtonLink = createLink(
  ({ variant, size, isFullWidth, icon, className, children, ...rest }: ButtonLinkProps) => (
    <a {...rest} className={buttonClass({ variant, size, isFullWidth }, className)}>
      {icon}
      {children}
    </a>
  ),
);

interface IconButtonProps {
  /** Also shown as the title. */
  'aria-label': string;
  isFramed?: boolean;
}

export function IconButton({ isFramed, className, ...rest }: ComponentPropsWithRef<'button'> & IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      title={rest['aria-label']}
      data-framed={isFramed || undefined}
      className={className ? `${classes.iconButton} ${className}` : classes.iconButton}
    />
  );
}

export const IconLink = createLink(({ isFramed, className, ...rest }: ComponentPropsWithRef<'a'> & IconButtonProps) => (
  <a
    {...rest}
    title={rest['aria-label']}
    data-framed={isFramed || undefined}
    className={className ? `${classes.iconButton} ${className}` : classes.iconButton}
  />
));
