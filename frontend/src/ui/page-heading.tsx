import type { ReactNode } from 'react';
import classes from './page-heading.module.css';

interface PageHeadingProps {
  title: string;
  description?: string;
  /** For screens with a larger text, such as the title being edited. */
  isSmall?: boolean;
  children?: ReactNode;
}

/** The title row of a screen, with the screen's actions at its end. */
export function PageHeading({ title, description, isSmall = false, children }: PageHeadingProps) {
  return (
    <div className={classes.row}>
      <div>
        {/* The shell moves the focus here after a navigation. */}
        <h1 tabIndex={-1} className={classes.title} data-small={isSmall || undefined}>
          {title}
        </h1>
        {description && <p className={classes.description}>{description}</p>}
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
