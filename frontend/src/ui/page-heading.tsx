import type { ReactNode } from 'react';
import classes from './page-heading.module.css';

interface PageHeadingProps {
  title: string;
  lead?: string;
  /** Where something on the screen is larger: the title of what is being written. */
  small?: boolean;
  children?: ReactNode;
}

/** The title row of a screen with the screen's acts at its end. */
export function PageHeading({ title, lead, small = false, children }: PageHeadingProps) {
  return (
    <div className={classes.row}>
      <div>
        {/* The shell moves the focus here after a navigation. */}
        <h1 tabIndex={-1} className={classes.title} data-small={small || undefined}>
          {title}
        </h1>
        {lead && <p className={classes.lead}>{lead}</p>}
      </div>
      {children && <div className={classes.acts}>{children}</div>}
    </div>
  );
}
