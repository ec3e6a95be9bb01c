import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { useFocusOnNew } from '../../lib/use-focus-on-new';
import { wordsOf } from '../../lib/mark-words';
import { searchTexts as text } from '../../messages/en-search';
import { LoadFailed } from '../../shared/errors/load-failed';
import { LoadMore } from '../../shared/load-more';
import { VisuallyHidden } from '../../ui/visually-hidden';
import { NothingFound } from './nothing-found';
import { searchQuery } from './queries';
import { ResultItem } from './result-item';
import { ResultsSkeleton } from './results-skeleton';
import { MAX_PAGES, PAGE_SIZE, type SearchFilters } from './search-params';
import classes from './search-screen.module.css';

/** The arrow keys go from result to result; before the first of them is the box. */
function moveAmongResults(event: KeyboardEvent<HTMLElement>, onLeave: () => void): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('h3 a')];
  const at = links.findIndex((link) => link === document.activeElement);
  if (at < 0) return;
  event.preventDefault();
  if (event.key === 'ArrowUp' && at === 0) onLeave();
  else links[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}

interface SearchResultsProps {
  filters: SearchFilters;
  onPages: (pages: number) => void;
  onLeave: () => void;
}

export function SearchResults({ filters, onPages, onLeave }: SearchResultsProps) {
  const query = useInfiniteQuery(searchQuery(filters));
  const { data, error, refetch } = query;
  // What is published between two requests moves the others on, and one of them then comes twice.
  const all = data?.pages.flatMap(({ results }) => results) ?? [];
  const results = [...new Map(all.map((result) => [`${result.type} ${result.id}`, result])).values()];
  const { results: list, focusFrom } = useFocusOnNew(results.length);
  if (!data) {
    if (!error) return <ResultsSkeleton />;
    return <LoadFailed error={error} title={text.loadFailed} onRetry={() => void refetch()} />;
  }
  if (results.length === 0) return <NothingFound filters={filters} />;

  const meant = data.pages[0]?.did_you_mean;
  const words = wordsOf(meant ?? filters.q ?? '');
  return (
    <div
      ref={list}
      onKeyDown={(event) => {
        moveAmongResults(event, onLeave);
      }}
    >
      {meant && filters.q && (
        <p role="status" className={classes.corrected}>
          {text.corrected(filters.q)}{' '}
          <Link to="/search" search={{ ...filters, q: meant }} className={classes.meant}>
            {meant}
          </Link>
        </p>
      )}
      <VisuallyHidden>
        <h2>{text.results}</h2>
      </VisuallyHidden>
      <div className={classes.results}>
        {results.map((result) => (
          <ResultItem key={`${result.type} ${result.id}`} result={result} words={words} />
        ))}
      </div>
      <LoadMore
        query={query}
        onLoad={() => {
          focusFrom(results.length);
        }}
        onLoaded={onPages}
      />
      {data.pages.length === MAX_PAGES && <p className={classes.end}>{text.lastPage(MAX_PAGES * PAGE_SIZE)}</p>}
    </div>
  );
}
