import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { buttonClass, type ButtonLook } from './button-look';
import classes from './button.module.css';

interface ButtonProps extends ComponentPropsWithRef<'button'>, ButtonLook {
  icon?: ReactNode;
  /** A spinner takes the place of the label; the button keeps its size and the focus, and takes no second press. */
  loading?: boolean;
}

/** Neither does the form that it sends. */
function refuse(press: MouseEvent): void {
  press.preventDefault();
  press.stopPropagation();
}

/** Our own rather than the library's: every page has one, and the library's brings 8 KB of script with it. */
export function Button({
  look,
  size,
  wide,
  icon,
  loading = false,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ look, size, wide }, className)}
      // Not disabled: whoever pressed it by keyboard would have to find it again.
      onClick={loading ? refuse : onClick}
      aria-disabled={loading || rest['aria-disabled']}
      aria-busy={loading || undefined}
    >
      {icon}
      <span className={classes.label}>{children}</span>
    </button>
  );
}
