import { useId, type ReactNode } from 'react';
import classes from '../own-profile.module.css';

interface SettingsSectionProps {
  title: string;
  description?: string;
  /** An action for the whole section. */
  action?: ReactNode;
  children: ReactNode;
}

export function SettingsSection({ title, description, action, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <div className={classes.head}>
        <div>
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
          {description && <p className={classes.description}>{description}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
