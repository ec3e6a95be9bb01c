import { Input } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { writing } from '../messages/writing';
import { comboboxAttributes, getNextOptionIndex, OptionList } from './option-list';
import './styles/forms';
import classes from './tags-field.module.css';

interface TagsFieldProps {
  label: string;
  description?: string;
  error?: ReactNode;
  value: string[];
  onChange: (tags: string[]) => void;
  /** The text in the input that is not a tag yet. */
  inputValue: string;
  onInputChange: (typed: string) => void;
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

/** Adds tags that are new without regard to case and spaces; the first spelling stays. */
export function addTags(tags: readonly string[], added: readonly string[]): string[] {
  const next = new Map(tags.map((tag) => [tag.toLowerCase(), tag]));
  for (const tag of added.map((word) => word.replace(/\s+/g, ' ').trim())) {
    if (tag !== '' && !next.has(tag.toLowerCase())) next.set(tag.toLowerCase(), tag);
  }
  return [...next.values()];
}

/** Tags as chips: Enter, a comma or blur adds the typed text; Backspace in the empty input removes the last tag. */
export function TagsField({ label, description, error, value, onChange, ...rest }: TagsFieldProps) {
  const { inputValue, onInputChange, suggestions } = rest;
  const id = useId();
  const [isClosed, setClosed] = useState(false);
  /** The suggestion selected by the arrow keys; initially none, so that Enter adds the typed text. */
  const [active, setActive] = useState(-1);
  const shown = inputValue.trim() === '' || isClosed ? [] : suggestions;

  const type = (text: string) => {
    onInputChange(text);
    setActive(-1);
    setClosed(false);
  };
  const add = (text: string) => {
    const next = addTags(value, text.split(','));
    if (next.length !== value.length) onChange(next);
    type('');
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      add(shown[active] ?? inputValue);
    } else if (event.key === 'Backspace' && inputValue === '') {
      onChange(value.slice(0, -1));
    } else if (event.key === 'Escape' && shown.length > 0) {
      event.preventDefault();
      setClosed(true);
    } else {
      const next = getNextOptionIndex(event.key, active, shown.length, { from: -1 });
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
          {...comboboxAttributes(id, active)}
          className={classes.input}
          aria-invalid={error ? true : undefined}
          value={inputValue}
          onKeyDown={handleKey}
          onBlur={() => {
            add(inputValue);
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
          getKey={(tag) => tag}
          activeIndex={active}
          onSelect={add}
          className={classes.list}
        >
          {(tag) => tag}
        </OptionList>
      </div>
    </Input.Wrapper>
  );
}
