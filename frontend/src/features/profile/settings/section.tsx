import { useId, type ReactNode } from 'react';
import classes from './settings.module.css';

interface SectionProps {
  title: string;
  lead?: string;
  /** What can be done with the section as a whole. */
  act?: ReactNode;
  children: ReactNode;
}

/** One matter of the settings. */
export function Section({ title, lead, act, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <div className={classes.head}>
        <div>
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {act}
      </div>
      {children}
    </section>
  );
}
