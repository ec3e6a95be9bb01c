import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { buttonClass, type ButtonLook } from './button-look';
import classes from './button.module.css';

interface ButtonProps extends ComponentPropsWithRef<'button'>, ButtonLook {
  icon?: ReactNode;
  /** A spinner takes the place of the label; the button keeps its size and takes no second press. */
  loading?: boolean;
}

/** Instead of `disabled`, which would take the focus away from whoever has just pressed it; forms are not sent either. */
function refuse(event: MouseEvent): void {
  event.preventDefault();
}

/** Our own rather than the library's: every page has one, and the library's brings 8 KB of script with it. */
export function Button({
  look,
  size,
  wide,
  icon,
  loading = false,
  onClick,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ look, size, wide }, className)}
      onClick={loading ? refuse : onClick}
      {...(loading && { 'aria-disabled': true, 'aria-busy': true })}
    >
      {icon}
      <span className={classes.label}>{children}</span>
    </button>
  );
}
