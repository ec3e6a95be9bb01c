import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  title: string;
  hint?: string;
  /** At the end of the title row. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled part of a screen. */
export function Panel({ title, hint, aside, children }: PanelProps) {
  const titleId = useId();
  return (
    <section className={classes.panel} aria-labelledby={titleId}>
      <div className={classes.head}>
        <div>
          {/* The focus moves here when Try again replaces the button. */}
          <h2 id={titleId} tabIndex={-1} className={classes.title}>
            {title}
          </h2>
          {hint && <p className={classes.hint}>{hint}</p>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  );
}
