import { useId, type ReactNode } from 'react';
import classes from './home.module.css';

interface HomeSectionProps {
  title: string;
  /** Leads to the rest of it. */
  more?: ReactNode;
  children: ReactNode;
}

export function HomeSection({ title, more, children }: HomeSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={classes.sectionHead}>
        <h2 id={id} className={classes.sectionTitle}>
          {title}
        </h2>
        {more}
      </div>
      {children}
    </section>
  );
}
