import { type ReactNode, useId } from 'react';
import './styles/forms';
import classes from './radio-group.module.css';

interface RadioGroupProps<Value extends string> {
  label: string;
  value: Value | '';
  options: readonly { value: Value; label: string; hint?: ReactNode }[];
  error?: ReactNode;
  isRequired?: boolean;
  /** The initial focus of a dialog. */
  shouldFocus?: boolean;
  onChange: (value: Value) => void;
}

/** A choice of one option with an explanation each: radio buttons, with their native keyboard behavior. */
export function RadioGroup<Value extends string>({
  label,
  value,
  options,
  error,
  isRequired,
  shouldFocus,
  onChange,
}: RadioGroupProps<Value>) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div
      role="radiogroup"
      // Focused by forms whose submit was rejected.
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-required={isRequired}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
      className={classes.group}
    >
      <div id={`${id}-label`} className={classes.label} data-required={isRequired || undefined}>
        {label}
      </div>
      {options.map((option, index) => {
        const optionId = `${id}-${option.value}`;
        const isChecked = option.value === value;
        // The only stop of the Tab key in the group; dialogs, which keep Tab inside, need to know it.
        const isStop = isChecked || (value === '' && index === 0);
        return (
          <div key={option.value} className={classes.option}>
            <input
              type="radio"
              id={optionId}
              className={classes.input}
              name={id}
              tabIndex={isStop ? 0 : -1}
              data-autofocus={(shouldFocus && isStop) || undefined}
              aria-describedby={option.hint ? `${optionId}-hint` : undefined}
              checked={isChecked}
              onChange={() => {
                onChange(option.value);
              }}
            />
            <label htmlFor={optionId} className={classes.name}>
              {option.label}
            </label>
            {option.hint && (
              <span id={`${optionId}-hint`} className={classes.hint}>
                {option.hint}
              </span>
            )}
          </div>
        );
      })}
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
