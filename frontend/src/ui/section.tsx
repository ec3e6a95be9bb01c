import { type ReactNode, useId } from 'react';
import classes from './section.module.css';

interface SectionProps {
  title: string;
  /** A link to the full list. */
  moreLink?: ReactNode;
  children: ReactNode;
}

/** A part of a page with its heading. */
export function Section({ title, moreLink, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {moreLink}
      </div>
      {children}
    </section>
  );
}
