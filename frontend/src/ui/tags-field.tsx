import { Input } from '@mantine/core';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { writing } from '../messages/en-writing';
import { nextOption } from './next-option';
import { listAttributes, OptionList } from './option-list';
import './styles/forms';
import classes from './tags-field.module.css';

interface TagsFieldProps {
  label: string;
  description?: string;
  error?: ReactNode;
  value: string[];
  onChange: (tags: string[]) => void;
  /** What stands in the input and is no tag yet. */
  typed: string;
  onType: (typed: string) => void;
  suggestions: readonly string[];
}

function Chip({ tag, onRemove }: { tag: string; onRemove: () => void }) {
  return (
    <span className={classes.tag}>
      {tag}
      <button type="button" className={classes.remove} aria-label={writing.form.removeTag(tag)} onClick={onRemove}>
        <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
          <path d="M1 1l8 8M9 1l-8 8" stroke="currentcolor" strokeWidth="1.5" strokeLinecap="round" />
        </svg>
      </button>
    </span>
  );
}

/** Words as chips: Enter, a comma or leaving the field adds what is typed, Backspace in the empty field takes one back. */
export function TagsField({ label, description, error, value, onChange, ...rest }: TagsFieldProps) {
  const { typed, onType, suggestions } = rest;
  const id = useId();
  const [isClosed, setClosed] = useState(false);
  /** Which suggestion the arrow keys are at; none at first, so that Enter adds what is typed. */
  const [active, setActive] = useState(-1);
  const shown = typed.trim() === '' || isClosed ? [] : suggestions;

  const type = (text: string) => {
    onType(text);
    setActive(-1);
    setClosed(false);
  };
  const add = (text: string) => {
    const words = text.split(',').map((word) => word.trim());
    const next = [...new Set([...value, ...words])].filter((word) => word !== '');
    if (next.length !== value.length) onChange(next);
    type('');
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      add(shown[active] ?? typed);
    } else if (event.key === 'Backspace' && typed === '') {
      onChange(value.slice(0, -1));
    } else if (event.key === 'Escape' && shown.length > 0) {
      event.preventDefault();
      setClosed(true);
    } else {
      const next = nextOption(event.key, active, shown.length, { from: -1 });
      if (next === undefined) return;
      event.preventDefault();
      setActive(next);
    }
  };

  return (
    <Input.Wrapper id={id} label={label} description={description} error={error}>
      <div className={classes.field}>
        {value.map((tag) => (
          <Chip
            key={tag}
            tag={tag}
            onRemove={() => {
              onChange(value.filter((other) => other !== tag));
            }}
          />
        ))}
        <input
          id={id}
          role="combobox"
          autoComplete="off"
          aria-expanded={shown.length > 0}
          {...listAttributes(id, active)}
          className={classes.input}
          aria-invalid={error ? true : undefined}
          value={typed}
          onKeyDown={handleKey}
          onBlur={() => {
            add(typed);
          }}
          onChange={(event) => {
            const text = event.currentTarget.value;
            if (text.includes(',')) add(text);
            else type(text);
          }}
        />
        <OptionList
          id={id}
          label={writing.form.tagSuggestions}
          options={shown}
          keyOf={(tag) => tag}
          active={active}
          onChoose={add}
          className={classes.list}
        >
          {(tag) => tag}
        </OptionList>
      </div>
    </Input.Wrapper>
  );
}
