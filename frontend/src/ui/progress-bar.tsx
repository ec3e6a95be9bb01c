import { messages } from '../messages/common';
import classes from './progress-bar.module.css';

interface ProgressBarProps {
  label: string;
  /** Undefined when the total is unknown. */
  percent: number | undefined;
}

export function ProgressBar({ label, percent }: ProgressBarProps) {
  return (
    <progress
      className={classes.track}
      max={100}
      value={percent}
      aria-label={label}
      aria-valuetext={percent === undefined ? undefined : messages.common.percent(percent)}
    />
  );
}
