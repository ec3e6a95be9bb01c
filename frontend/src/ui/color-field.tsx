import { TextInput, type TextInputProps } from '@mantine/core';
import { isColour } from '../lib/colour';
import classes from './color-field.module.css';

interface ColorFieldProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  value?: string;
  /** The name of the picker beside the field. */
  pickLabel: string;
  onChange?: (colour: string) => void;
}

/** A colour to type, or to pick with the browser's own picker. */
export function ColorField({ value = '', pickLabel, onChange, ...rest }: ColorFieldProps) {
  return (
    <TextInput
      {...rest}
      value={value}
      maxLength={7}
      spellCheck={false}
      onChange={(event) => {
        onChange?.(event.currentTarget.value);
      }}
      leftSection={
        <input
          type="color"
          className={classes.picker}
          aria-label={pickLabel}
          value={isColour(value) ? value.toLowerCase() : '#ffffff'}
          onChange={(event) => {
            onChange?.(event.currentTarget.value.toUpperCase());
          }}
        />
      }
    />
  );
}
