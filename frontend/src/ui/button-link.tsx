import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { buttonClass, type ButtonLook } from './button-look';

interface Props extends ComponentPropsWithRef<'a'>, ButtonLook {
  icon?: ReactNode;
}

/** A link that looks like a button. */
export const ButtonLink = createLink(({ look, size, wide, icon, className, children, ...rest }: Props) => (
  <a {...rest} className={buttonClass({ look, size, wide }, className)}>
    {icon}
    {children}
  </a>
));
