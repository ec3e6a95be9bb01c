import { messages } from '../../messages/en';
import classes from './dialog.module.css';

interface ProgressTrackProps {
  label: string;
  /** Undefined when the total is unknown. */
  percent: number | undefined;
}

/** The progress of a long operation in a dialog, as a bar and a number. */
export function ProgressTrack({ label, percent }: ProgressTrackProps) {
  return (
    <>
      <progress className={classes.track} max={100} value={percent} aria-label={label} />
      {percent !== undefined && <p className={classes.percent}>{messages.common.percent(percent)}</p>}
    </>
  );
}
