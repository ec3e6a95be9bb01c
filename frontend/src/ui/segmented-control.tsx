import { useId, type ReactNode } from 'react';
import classes from './segmented-control.module.css';

interface SegmentedControlProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  /** Fills the row with segments of equal width. */
  isFullWidth?: boolean;
  onChange: (value: Value) => void;
}

/** A choice of a few visible options: radio buttons, with their native keyboard behavior. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  options,
  isFullWidth,
  onChange,
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes.control} data-full-width={isFullWidth || undefined}>
      {options.map((option) => (
        <label key={option.value} className={classes.option} title={option.icon ? option.label : undefined}>
          <input
            type="radio"
            className={classes.input}
            name={name}
            aria-label={option.label}
            checked={option.value === value}
            onChange={() => {
              onChange(option.value);
            }}
          />
          {option.icon ?? option.label}
        </label>
      ))}
    </div>
  );
}
