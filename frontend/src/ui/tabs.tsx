import { useId, type KeyboardEvent } from 'react';
import classes from './tabs.module.css';

interface TabsProps<Value extends string> {
  label: string;
  /** The element they change. */
  panelId: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** Views of one thing as the ARIA practices describe them: one stop for Tab, the arrow keys change the view. */
export function Tabs<Value extends string>({ label, panelId, value, options, onChange }: TabsProps<Value>) {
  const id = useId();
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = options.findIndex((option) => option.value === value);
    const next = options[(index + step + options.length) % options.length];
    if (!next) return;
    onChange(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className={classes.tabs} onKeyDown={handleKey}>
      {options.map((option) => (
        <button
          key={option.value}
          id={`${id}-${option.value}`}
          type="button"
          role="tab"
          aria-selected={option.value === value}
          aria-controls={panelId}
          tabIndex={option.value === value ? 0 : -1}
          className={classes.tab}
          onClick={() => {
            onChange(option.value);
          }}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
