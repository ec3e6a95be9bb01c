import { useInfiniteQuery } from '@tanstack/react-query';
import { searchTexts as text } from '../../messages/en-search';
import { searchQuery } from './queries';
import { isAsked, type SearchFilters } from './search-params';
import classes from './search-screen.module.css';

/** How many were found; spoken when it changes, since the filters stand before the results. */
export function ResultCount({ filters }: { filters: SearchFilters }) {
  const { data } = useInfiniteQuery({ ...searchQuery(filters), enabled: isAsked(filters) });
  const first = data?.pages[0];
  return (
    <p className={classes.count} aria-live="polite">
      {first ? text.count(first.total, first.total_capped) : '\u00a0'}
    </p>
  );
}
