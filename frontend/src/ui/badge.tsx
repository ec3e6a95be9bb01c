import classes from './badge.module.css';

export type Tone = 'green' | 'amber' | 'red' | 'blue' | 'slate' | 'gray';

/** The text carries the meaning; the color only supports it. */
export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <span className={classes.text}>{children}</span>
    </span>
  );
}
