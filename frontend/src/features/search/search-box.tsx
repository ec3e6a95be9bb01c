import { IconSearch, IconX } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { SEARCH_QUERY_MAX } from '@hub/shared/limits';
import type { SuggestionResponse } from '../../api/generated/model/suggestionResponse';
import { highlightWords, parseSearchWords } from '../../lib/highlight-words';
import { searchTexts as text } from '../../messages/search';
import { checkLength } from '../../shared/forms/check-length';
import { useSuggestions } from '../../shared/search/use-suggestions';
import { Button, IconButton } from '../../ui/button';
import { comboboxAttributes, getNextOptionIndex, OptionList } from '../../ui/option-list';
import { HighlightedText, iconsByType } from './result-item';
import classes from './search-box.module.css';

interface SuggestionListProps {
  /** The id of the listbox. */
  id: string;
  suggestions: readonly SuggestionResponse[];
  activeIndex: number;
  words: readonly string[];
  onSelect: (url: string) => void;
}

function SuggestionList({ id, suggestions, activeIndex, words, onSelect }: SuggestionListProps) {
  return (
    <OptionList
      id={id}
      label={text.suggestions}
      options={suggestions}
      getKey={(one) => `${one.type} ${one.id}`}
      activeIndex={activeIndex}
      onSelect={({ url }) => {
        onSelect(url);
      }}
      className={classes.list}
    >
      {({ type, title }) => {
        const Icon = iconsByType[type];
        return (
          <>
            <Icon size={16} stroke={1.75} aria-hidden="true" className={classes.kind} />
            <span>
              <HighlightedText parts={highlightWords(title, words)} />
            </span>
          </>
        );
      }}
    </OptionList>
  );
}

interface SearchBoxProps {
  query: string;
  /** A search without words is possible if a category is selected. */
  canBeEmpty: boolean;
  shouldFocus: boolean;
  onSearch: (query: string) => void;
  onMoveToResults: () => void;
}

/** The search input: Enter searches, the arrow keys select suggestions and lead on to the results. */
export function SearchBox({ query, canBeEmpty, shouldFocus, onSearch, onMoveToResults }: SearchBoxProps) {
  const router = useRouter();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [lastQuery, setLastQuery] = useState(query);
  const [inputValue, setInputValue] = useState(query);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [refusal, setRefusal] = useState(() => checkLength(query, SEARCH_QUERY_MAX));
  const suggestions = useSuggestions(isOpen ? inputValue : '');

  // The query changed by a link or navigation. The address may have a longer one than the field accepts.
  if (query !== lastQuery) {
    setLastQuery(query);
    setInputValue(query);
    setRefusal(checkLength(query, SEARCH_QUERY_MAX));
  }
  const type = (next: string) => {
    setInputValue(next);
    setActive(-1);
    setRefusal(null);
    setOpen(true);
  };
  const submit = () => {
    const trimmedQuery = inputValue.trim();
    const error = trimmedQuery === '' && !canBeEmpty ? text.blank : checkLength(trimmedQuery, SEARCH_QUERY_MAX);
    setRefusal(error);
    if (error === null) onSearch(trimmedQuery);
    else input.current?.focus();
    setOpen(false);
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const chosen = suggestions[active];
    if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      router.history.push(chosen.url);
    } else if (event.key === 'Escape' && suggestions.length > 0) {
      // The first Escape closes the list, the second one clears the input.
      event.preventDefault();
      setOpen(false);
      setActive(-1);
    } else if (event.key === 'ArrowDown' && suggestions.length === 0) {
      event.preventDefault();
      onMoveToResults();
    } else {
      const next = getNextOptionIndex(event.key, active, suggestions.length, { from: -1 });
      if (next === undefined) return;
      event.preventDefault();
      setActive(next);
    }
  };

  return (
    <form
      role="search"
      // Also before the script has loaded.
      action="/search"
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={classes.row}>
        <div className={classes.field} data-refused={refusal !== null || undefined}>
          <IconSearch size={20} stroke={1.75} aria-hidden="true" className={classes.icon} />
          <input
            ref={input}
            name="q"
            type="text"
            role="combobox"
            enterKeyHint="search"
            autoComplete="off"
            spellCheck={false}
            aria-label={text.box}
            placeholder={text.placeholder}
            aria-expanded={suggestions.length > 0}
            {...comboboxAttributes(id, active)}
            aria-invalid={refusal !== null || undefined}
            aria-describedby={refusal === null ? undefined : `${id}-refused`}
            data-first-focus={shouldFocus || undefined}
            className={classes.input}
            value={inputValue}
            onChange={(event) => {
              type(event.currentTarget.value);
            }}
            onKeyDown={handleKey}
            onBlur={() => {
              setOpen(false);
            }}
          />
          {inputValue !== '' && (
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
            suggestions={suggestions}
            activeIndex={active}
            words={parseSearchWords(inputValue)}
            onSelect={(url) => {
              router.history.push(url);
            }}
          />
        </div>
        <Button type="submit" className={classes.submit}>
          {text.submit}
        </Button>
      </div>
      <p id={`${id}-refused`} role="alert" className={classes.refused}>
        {refusal}
      </p>
    </form>
  );
}
