import { SelectField } from './select-field';

interface Choice<Value extends string> {
  value: Value;
  label: string;
}

interface FilterFieldProps<Value extends string> {
  label: string;
  /** Stands for no choice; without it the first option does. */
  any?: string;
  value: Value | undefined;
  options: readonly Choice<Value>[];
  onChange: (value: Value | undefined) => void;
}

/** Leaves only some of a list, or says in which order it stands. */
export function FilterField<Value extends string>({ label, any, value, options, onChange }: FilterFieldProps<Value>) {
  return (
    <SelectField
      aria-label={label}
      value={value ?? ''}
      data={[...(any === undefined ? [] : [{ value: '', label: any }]), ...options]}
      onChange={(event) => {
        onChange(options.find((option) => option.value === event.currentTarget.value)?.value);
      }}
    />
  );
}

export function labelled<Value extends string>(
  values: readonly Value[],
  labels: Record<Value, string>,
): Choice<Value>[] {
  return values.map((value) => ({ value, label: labels[value] }));
}
