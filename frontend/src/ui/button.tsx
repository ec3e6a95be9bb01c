import type { ComponentPropsWithRef, ReactNode } from 'react';
import { buttonClass, type ButtonLook } from './button-look';
import classes from './button.module.css';

interface ButtonProps extends ComponentPropsWithRef<'button'>, ButtonLook {
  icon?: ReactNode;
  /** A spinner takes the place of the label; the button keeps its size and takes no second press. */
  loading?: boolean;
}

/** Our own rather than the library's: every page has one, and the library's brings 8 KB of script with it. */
export function Button({
  look,
  size,
  wide,
  icon,
  loading = false,
  disabled,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ look, size, wide }, className)}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
    >
      {icon}
      <span className={classes.label}>{children}</span>
    </button>
  );
}
