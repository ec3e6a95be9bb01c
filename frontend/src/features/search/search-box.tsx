import { IconSearch, IconX } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { wordsOf } from '../../lib/mark-words';
import { searchTexts as text } from '../../messages/en-search';
import { useSuggestions } from '../../shared/search/use-suggestions';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { nextOption } from '../../ui/next-option';
import { listAttributes } from '../../ui/option-list';
import classes from './search-box.module.css';
import { SuggestionList } from './suggestion-list';

interface SearchBoxProps {
  query: string;
  /** A search without words makes sense where a category is chosen. */
  mayBeBlank: boolean;
  isFirst: boolean;
  onSearch: (query: string) => void;
  onLeave: () => void;
}

/** Where one types: Enter searches, the arrow keys choose among titles, and from the last of them lead to the results. */
export function SearchBox({ query, mayBeBlank, isFirst, onSearch, onLeave }: SearchBoxProps) {
  const router = useRouter();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(query);
  const [typed, setTyped] = useState(query);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [isRefused, setRefused] = useState(false);
  const found = useSuggestions(isOpen ? typed : '');

  // Another search, by a link or on the way back.
  if (query !== shown) {
    setShown(query);
    setTyped(query);
    setRefused(false);
  }
  const type = (next: string) => {
    setTyped(next);
    setActive(-1);
    setRefused(false);
    setOpen(true);
  };
  const submit = () => {
    const asked = typed.trim();
    setRefused(asked === '' && !mayBeBlank);
    if (asked === '' && !mayBeBlank) input.current?.focus();
    else onSearch(asked);
    setOpen(false);
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const chosen = found[active];
    if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      router.history.push(chosen.url);
    } else if (event.key === 'Escape' && found.length > 0) {
      // The first one closes the list, only the next one empties the box.
      event.preventDefault();
      setOpen(false);
      setActive(-1);
    } else if (event.key === 'ArrowDown' && found.length === 0) {
      event.preventDefault();
      onLeave();
    } else {
      const next = nextOption(event.key, active, found.length, { from: -1 });
      if (next === undefined) return;
      event.preventDefault();
      setActive(next);
    }
  };

  return (
    <form
      role="search"
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={classes.row}>
        <div className={classes.field} data-refused={isRefused || undefined}>
          <IconSearch size={20} stroke={1.75} aria-hidden="true" className={classes.icon} />
          <input
            ref={input}
            type="text"
            role="combobox"
            enterKeyHint="search"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            aria-label={text.box}
            placeholder={text.placeholder}
            aria-expanded={found.length > 0}
            {...listAttributes(id, active)}
            aria-invalid={isRefused || undefined}
            aria-describedby={isRefused ? `${id}-refused` : undefined}
            data-first-focus={isFirst || undefined}
            className={classes.input}
            value={typed}
            onChange={(event) => {
              type(event.currentTarget.value);
            }}
            onKeyDown={handleKey}
            onBlur={() => {
              setOpen(false);
            }}
          />
          {typed !== '' && (
            <IconButton
              aria-label={text.clear}
              className={classes.clear}
              onClick={() => {
                type('');
                input.current?.focus();
              }}
            >
              <IconX size={16} aria-hidden="true" />
            </IconButton>
          )}
          <SuggestionList
            id={id}
            found={found}
            active={active}
            words={wordsOf(typed)}
            onChoose={(url) => {
              router.history.push(url);
            }}
          />
        </div>
        <Button type="submit" className={classes.submit}>
          {text.submit}
        </Button>
      </div>
      <p id={`${id}-refused`} role="alert" className={classes.refused}>
        {isRefused && text.blank}
      </p>
    </form>
  );
}
