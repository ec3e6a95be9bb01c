import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { buttonClass, type ButtonVariant } from './button-variant';

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
