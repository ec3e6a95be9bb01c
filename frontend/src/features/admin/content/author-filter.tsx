import { TextInput } from '@mantine/core';
import { IconUser, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { adminContent as text } from '../../../messages/admin-content';
import { useSuggestions } from '../../../shared/search/use-suggestions';
import { comboboxAttributes, getNextOptionIndex, OptionList } from '../../../ui/option-list';
import '../../../ui/styles/forms';
import classes from './content.module.css';
import { authorQuery } from './queries';

/** The author in the address, and the button that removes the filter. */
function ChosenAuthor({ id, onClear }: { id: string; onClear: () => void }) {
  const { data, isError } = useQuery(authorQuery(id));
  const name = data?.name ?? (isError ? text.unknownAuthor : '…');
  return (
    <button type="button" className={classes.chosen} aria-label={text.clearAuthor(name)} onClick={onClear}>
      <span className={classes.chosenName}>{text.byAuthor(name)}</span>
      <IconX size={14} aria-hidden="true" />
    </button>
  );
}

interface AuthorFilterProps {
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

/** A field that suggests users by name; a chosen one is shown instead of it. */
export function AuthorFilter({ value, onChange }: AuthorFilterProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const suggestions = useSuggestions(isOpen ? typed : '', 'user');

  if (value !== undefined) {
    return (
      <ChosenAuthor
        id={value}
        onClear={() => {
          onChange(undefined);
        }}
      />
    );
  }
  const select = (author: { id: string } | undefined) => {
    if (!author) return;
    setTyped('');
    setOpen(false);
    onChange(author.id);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') select(suggestions[active]);
    else if (event.key === 'Escape') setOpen(false);
    else {
      const next = getNextOptionIndex(event.key, active, suggestions.length, { from: 0 });
      if (next === undefined) return;
      event.preventDefault();
      setActive(next);
    }
  };
  return (
    <div className={classes.author}>
      <TextInput
        id={id}
        role="combobox"
        autoComplete="off"
        aria-label={text.author}
        aria-expanded={suggestions.length > 0}
        {...comboboxAttributes(id, suggestions.length > 0 ? active : -1)}
        placeholder={text.authorPlaceholder}
        leftSection={<IconUser size={16} aria-hidden="true" />}
        value={typed}
        onKeyDown={handleKey}
        onBlur={() => {
          setOpen(false);
        }}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setActive(0);
          setOpen(true);
        }}
      />
      <OptionList
        id={id}
        label={text.authorSuggestions}
        options={suggestions}
        getKey={(user) => user.id}
        activeIndex={active}
        onSelect={select}
        className={classes.authorList}
      >
        {(user) => <bdi>{user.title}</bdi>}
      </OptionList>
    </div>
  );
}
