import { useId, type ReactNode } from 'react';
import classes from './segments.module.css';

interface SegmentsProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  /** Fills the row, each part alike. */
  stretch?: boolean;
  onChange: (value: Value) => void;
}

/** One of a few, always visible: radio buttons underneath, so the arrow keys work as everywhere. */
export function Segments<Value extends string>({ label, value, options, stretch, onChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes.segments} data-stretch={stretch || undefined}>
      {options.map((option) => (
        <label key={option.value} className={classes.segment} title={option.icon ? option.label : undefined}>
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
