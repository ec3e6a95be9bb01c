import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { SEARCH_QUERY_MAX } from '@hub/shared/limits';
import { home as text } from '../../messages/home';
import { usePaletteShortcut } from '../../shared/shell/palette-host';
import { checkLength } from '../../shared/forms/check-length';
import { Button } from '../../ui/button';
import classes from './home.module.css';

/** The search field of the guests' home page; the results are on the search screen. */
export function HeroSearch() {
  const navigate = useNavigate();
  const id = useId();
  const shortcut = usePaletteShortcut();
  return (
    <form
      role="search"
      // Also before the script has loaded.
      action="/search"
      className={classes.heroSearch}
      onSubmit={(event) => {
        event.preventDefault();
        const q = new FormData(event.currentTarget).get('q');
        void navigate({ to: '/search', search: { q: (typeof q === 'string' && q.trim()) || undefined } });
      }}
    >
      <label htmlFor={id} className={classes.heroSearchLabel}>
        {text.searchLabel}
      </label>
      <div className={classes.heroSearchRow}>
        <div className={classes.heroSearchField}>
          <IconSearch size={20} stroke={1.75} aria-hidden="true" />
          <input
            id={id}
            name="q"
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            spellCheck={false}
            placeholder={text.searchPlaceholder}
            // The browser shows the message at the field when the form is submitted.
            onInput={({ currentTarget }) => {
              currentTarget.setCustomValidity(checkLength(currentTarget.value, SEARCH_QUERY_MAX) ?? '');
            }}
          />
        </div>
        <Button type="submit" className={classes.heroSearchButton}>
          {text.searchButton}
        </Button>
      </div>
      <p className={classes.heroSearchHint}>{text.searchHint(shortcut.shown)}</p>
    </form>
  );
}
