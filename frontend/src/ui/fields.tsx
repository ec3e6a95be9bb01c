import { NativeSelect, type NativeSelectProps, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
import { isHexColor } from '../lib/color';
import { completeWebAddress } from '../lib/web-address';
import './styles/forms';
import classes from './fields.module.css';

/** A native select, which phones and screen readers support best. */
export function SelectField(props: NativeSelectProps) {
  return <NativeSelect rightSection={<IconSelector size={16} aria-hidden="true" />} {...props} />;
}

interface SelectOption<Value extends string> {
  value: Value;
  label: string;
}

interface FilterFieldProps<Value extends string> {
  label: string;
  /** Label of the option that means no filter. Without it, the first option is the default. */
  allLabel?: string;
  value: Value | undefined;
  options: readonly SelectOption<Value>[];
  onChange: (value: Value | undefined) => void;
}

/** A select that filters or sorts a list. */
export function FilterField<Value extends string>({
  label,
  allLabel,
  value,
  options,
  onChange,
}: FilterFieldProps<Value>) {
  return (
    <SelectField
      aria-label={label}
      value={value ?? ''}
      data={[...(allLabel === undefined ? [] : [{ value: '', label: allLabel }]), ...options]}
      onChange={(event) => {
        onChange(options.find((option) => option.value === event.currentTarget.value)?.value);
      }}
    />
  );
}

export function toOptions<Value extends string>(
  values: readonly Value[],
  labels: Record<Value, string>,
): SelectOption<Value>[] {
  return values.map((value) => ({ value, label: labels[value] }));
}

interface SearchFieldProps {
  label: string;
  placeholder?: string;
  value: string;
  onSearch: (query: string) => void;
}

const DEBOUNCE_MS = 250;

/** Searches while typing, debounced. */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const search = useDebouncedCallback(onSearch, DEBOUNCE_MS);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        search(event.currentTarget.value.trim());
      }}
    />
  );
}

interface WebAddressFieldProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  value?: string;
  onChange?: (address: string) => void;
}

/** An address on the web; `https://` is added where it is missing, once the address is typed. */
export function WebAddressField({ value = '', onChange, onBlur, onKeyDown, ...rest }: WebAddressFieldProps) {
  const complete = () => {
    const address = completeWebAddress(value);
    if (address !== value) onChange?.(address);
  };
  return (
    <TextInput
      type="url"
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
      {...rest}
      value={value}
      onChange={(event) => {
        onChange?.(event.currentTarget.value);
      }}
      onBlur={(event) => {
        complete();
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        // Both submit a form.
        if (event.key === 'Enter' || (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey))) complete();
        onKeyDown?.(event);
      }}
    />
  );
}

interface ColorFieldProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  value?: string;
  /** Accessible name of the color picker. */
  pickerLabel: string;
  onChange?: (color: string) => void;
}

/** A color as text or from the browser's color picker. */
export function ColorField({ value = '', pickerLabel, onChange, ...rest }: ColorFieldProps) {
  return (
    <TextInput
      {...rest}
      value={value}
      spellCheck={false}
      onChange={(event) => {
        onChange?.(event.currentTarget.value.trim());
      }}
      leftSection={
        <input
          type="color"
          className={classes.picker}
          aria-label={pickerLabel}
          value={isHexColor(value) ? value.toLowerCase() : '#ffffff'}
          onChange={(event) => {
            onChange?.(event.currentTarget.value.toUpperCase());
          }}
        />
      }
    />
  );
}
