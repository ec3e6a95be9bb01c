import { SelectField } from './select-field';

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
