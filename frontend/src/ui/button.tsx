import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, KeyboardEvent, MouseEvent, ReactNode } from 'react';
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
  /** Each press counts, as for paging. By default a double-click is one press. */
  isRepeatable?: boolean;
}

/** Also keeps a submit button from submitting its form. */
function preventPress(press: MouseEvent): void {
  press.preventDefault();
  press.stopPropagation();
}

/** Holding down Enter would press the button again and again. */
function preventKeyRepeat(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}

/**
 * A button whose action takes one press: the second click of a double-click is ignored, also where the first has put
 * another button in the same place. Not Mantine's: every page has a button, and Mantine's adds 8 KB of script.
 */
export function Button({
  variant,
  size,
  isFullWidth,
  icon,
  isLoading = false,
  isRepeatable = false,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // `detail` counts the clicks of a double-click; it is 0 for the keyboard.
    if (isLoading || (event.detail > 1 && !isRepeatable)) preventPress(event);
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      onKeyDown={isRepeatable ? undefined : preventKeyRepeat}
      {...rest}
      className={buttonClass({ variant, size, isFullWidth }, className)}
      // Not disabled: a disabled button would lose the keyboard focus.
      onClick={press}
      aria-disabled={isLoading || rest['aria-disabled']}
      aria-busy={isLoading || undefined}
    >
      {icon}
      {children !== undefined && <span>{children}</span>}
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
