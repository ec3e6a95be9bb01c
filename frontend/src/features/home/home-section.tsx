import { useId, type ReactNode } from 'react';
import classes from './home.module.css';

interface HomeSectionProps {
  title: string;
  /** A link to the full list. */
  moreLink?: ReactNode;
  children: ReactNode;
}

export function HomeSection({ title, moreLink, children }: HomeSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={classes.sectionHead}>
        <h2 id={id} className={classes.sectionTitle}>
          {title}
        </h2>
        {moreLink}
      </div>
      {children}
    </section>
  );
}
