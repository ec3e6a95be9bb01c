import classes from './badge.module.css';

export type Tone = 'green' | 'amber' | 'red' | 'blue' | 'slate' | 'grey';

/** Says it in words; the colour only helps. */
export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <span className={classes.text}>{children}</span>
    </span>
  );
}
