import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { buttonClass, type ButtonVariant } from './button-variant';

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
