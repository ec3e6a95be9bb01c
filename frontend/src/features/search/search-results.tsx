import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { parseSearchWords } from '../../lib/highlight-words';
import { searchTexts as text } from '../../messages/en-search';
import { LoadError } from '../../shared/errors/load-error';
import { LoadMore, useFocusOnNewItems } from '../../shared/load-more';
import { Skeleton, SkeletonItem } from '../../ui/skeleton';
import { VisuallyHidden } from '../../ui/visually-hidden';
import { isolate } from '../../ui/isolate';
import { NoResults } from './no-results';
import { searchQuery } from './queries';
import { ResultItem } from './result-item';
import { MAX_PAGES, PAGE_SIZE, type SearchFilters } from './search-params';
import itemClasses from './result-item.module.css';
import classes from './search-screen.module.css';

const RESULTS = 5;

function ResultsSkeleton() {
  return (
    <Skeleton>
      <div className={classes.results}>
        {Array.from({ length: RESULTS }, (_, index) => (
          <div key={index} className={itemClasses.result}>
            <SkeletonItem width="2.5rem" height="2.5rem" className={classes.iconSkeleton} />
            <div className={itemClasses.body}>
              <SkeletonItem width="9rem" height="0.75rem" />
              <SkeletonItem width={`${50 - index * 5}%`} height="1.125rem" className={classes.item} />
              <SkeletonItem width="90%" height="0.75rem" className={classes.item} />
              <SkeletonItem width="70%" height="0.75rem" className={classes.item} />
              <SkeletonItem width="14rem" height="0.75rem" className={classes.lastSkeleton} />
            </div>
          </div>
        ))}
      </div>
    </Skeleton>
  );
}

/** Arrow keys move between the results, and from the first one back to the input. */
function moveResultFocus(event: KeyboardEvent<HTMLElement>, onLeave: () => void): void {
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
  onMoveToSearchBox: () => void;
}

export function SearchResults({ filters, onPages, onMoveToSearchBox }: SearchResultsProps) {
  const query = useInfiniteQuery(searchQuery(filters));
  const { data, error, refetch } = query;
  // Content published between two requests shifts the pages, so that one result can appear twice.
  const all = data?.pages.flatMap(({ results }) => results) ?? [];
  const results = [...new Map(all.map((result) => [`${result.type} ${result.id}`, result])).values()];
  const { results: list, focusFrom } = useFocusOnNewItems(results.length);
  if (!data) {
    if (!error) return <ResultsSkeleton />;
    return <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />;
  }
  if (results.length === 0) return <NoResults filters={filters} />;

  const correctedQuery = data.pages[0]?.did_you_mean;
  const words = parseSearchWords(correctedQuery ?? filters.q ?? '');
  return (
    <div
      ref={list}
      onKeyDown={(event) => {
        moveResultFocus(event, onMoveToSearchBox);
      }}
    >
      {correctedQuery && filters.q && (
        <p role="status" className={classes.corrected}>
          {isolate(text.corrected, filters.q)}{' '}
          <Link to="/search" search={{ ...filters, q: correctedQuery }} className={classes.suggestion}>
            {correctedQuery}
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
