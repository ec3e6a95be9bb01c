import { Input } from '@mantine/core';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { messages } from '../messages/en';
import './styles/forms';
import classes from './tags-field.module.css';

interface TagsFieldProps {
  label: string;
  description?: string;
  error?: ReactNode;
  value: string[];
  onChange: (tags: string[]) => void;
}

/** Words as chips: Enter, a comma or leaving the field adds what is typed, Backspace in the empty field takes one back. */
export function TagsField({ label, description, error, value, onChange }: TagsFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState('');

  const add = (text: string) => {
    const words = text.split(',').map((word) => word.trim());
    onChange([...new Set([...value, ...words])].filter((word) => word !== ''));
    setTyped('');
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '') {
      onChange(value.slice(0, -1));
    }
  };

  return (
    <Input.Wrapper id={id} label={label} description={description} error={error}>
      <div className={classes.field}>
        {value.map((tag) => (
          <span key={tag} className={classes.tag}>
            {tag}
            <button
              type="button"
              className={classes.remove}
              aria-label={messages.form.removeTag(tag)}
              onClick={() => {
                onChange(value.filter((other) => other !== tag));
              }}
            >
              <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
                <path d="M1 1l8 8M9 1l-8 8" stroke="currentcolor" strokeWidth="1.5" strokeLinecap="round" />
              </svg>
            </button>
          </span>
        ))}
        <input
          id={id}
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
            else setTyped(text);
          }}
        />
      </div>
    </Input.Wrapper>
  );
}
