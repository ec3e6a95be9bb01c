import { TextInput } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { auditTexts as text } from '../../../messages/admin-audit';
import { useSuggestions } from '../../../shared/search/use-suggestions';
import { Avatar } from '../../../ui/avatar';
import { comboboxAttributes, getNextOptionIndex, OptionList } from '../../../ui/option-list';
import classes from './audit-log.module.css';

/** Finds a user by name. */
export function ActorField({ onSelect }: { onSelect: (id: string) => void }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(-1);
  const [isClosed, setClosed] = useState(false);
  const found = useSuggestions(typed, 'user');
  const options = isClosed ? [] : found;

  const handleKey = (event: KeyboardEvent) => {
    const next = getNextOptionIndex(event.key, active, options.length, { from: -1 });
    const chosen = options[active];
    if (next !== undefined) setActive(next);
    else if (event.key === 'Enter' && chosen) onSelect(chosen.id);
    else if (event.key === 'Escape' && options.length > 0) setClosed(true);
    else return;
    event.preventDefault();
  };
  return (
    <div className={classes.actor}>
      <TextInput
        id={id}
        type="search"
        role="combobox"
        aria-label={text.user}
        aria-expanded={options.length > 0}
        {...comboboxAttributes(id, active)}
        autoComplete="off"
        placeholder={text.userPlaceholder}
        leftSection={<IconUser size={16} aria-hidden="true" />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setActive(-1);
          setClosed(false);
        }}
        onKeyDown={handleKey}
        onBlur={() => {
          setClosed(true);
        }}
        onFocus={() => {
          setClosed(false);
        }}
      />
      <OptionList
        id={id}
        label={text.users}
        options={options}
        getKey={(option) => option.id}
        activeIndex={active}
        onSelect={(option) => {
          onSelect(option.id);
        }}
        className={classes.actorOptions}
      >
        {(option) => (
          <>
            <Avatar name={option.title} size="xs" />
            <bdi>{option.title}</bdi>
          </>
        )}
      </OptionList>
    </div>
  );
}
