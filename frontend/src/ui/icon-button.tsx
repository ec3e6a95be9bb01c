import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import classes from './icon-button.module.css';

interface Look {
  /** Its name, for those who do not see the icon. */
  'aria-label': string;
  framed?: boolean;
}

export function IconButton({ framed, className, ...rest }: ComponentPropsWithRef<'button'> & Look) {
  return (
    <button
      type="button"
      {...rest}
      title={rest['aria-label']}
      data-framed={framed || undefined}
      className={className ? `${classes.button} ${className}` : classes.button}
    />
  );
}

export const IconLink = createLink(({ framed, className, ...rest }: ComponentPropsWithRef<'a'> & Look) => (
  <a
    {...rest}
    title={rest['aria-label']}
    data-framed={framed || undefined}
    className={className ? `${classes.button} ${className}` : classes.button}
  />
));
