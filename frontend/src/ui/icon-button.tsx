import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import classes from './icon-button.module.css';

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
      className={className ? `${classes.button} ${className}` : classes.button}
    />
  );
}

export const IconLink = createLink(({ isFramed, className, ...rest }: ComponentPropsWithRef<'a'> & IconButtonProps) => (
  <a
    {...rest}
    title={rest['aria-label']}
    data-framed={isFramed || undefined}
    className={className ? `${classes.button} ${className}` : classes.button}
  />
));
