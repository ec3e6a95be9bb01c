import { TextInput, type TextInputProps } from '@mantine/core';
import { isHexColour } from '../lib/colour';
import classes from './color-field.module.css';

interface ColorFieldProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  value?: string;
  /** Accessible name of the colour picker. */
  pickerLabel: string;
  onChange?: (colour: string) => void;
}

/** A colour as text or from the browser's colour picker. */
export function ColorField({ value = '', pickerLabel, onChange, ...rest }: ColorFieldProps) {
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
          aria-label={pickerLabel}
          value={isHexColour(value) ? value.toLowerCase() : '#ffffff'}
          onChange={(event) => {
            onChange?.(event.currentTarget.value.toUpperCase());
          }}
        />
      }
    />
  );
}
