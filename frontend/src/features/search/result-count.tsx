import { useInfiniteQuery } from '@tanstack/react-query';
import { searchTexts as text } from '../../messages/en-search';
import { searchQuery } from './queries';
import { hasQuery, type SearchFilters } from './search-params';
import classes from './search-screen.module.css';

/** The number of results, in a live region because the filters precede the results. */
export function ResultCount({ filters }: { filters: SearchFilters }) {
  const { data } = useInfiniteQuery({ ...searchQuery(filters), enabled: hasQuery(filters) });
  const first = data?.pages[0];
  return (
    <p className={classes.count} aria-live="polite">
      {first ? text.count(first.total, first.total_capped) : '\u00a0'}
    </p>
  );
}
