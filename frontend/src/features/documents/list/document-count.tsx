import { useInfiniteQuery } from '@tanstack/react-query';
import { messages } from '../../../messages/en';
import { documentsQuery, type DocumentFilters } from '../queries';
import classes from './documents-screen.module.css';

/** The number of matches, in a live region because the filters precede the results. */
export function DocumentCount({ filters }: { filters: DocumentFilters }) {
  const { data } = useInfiniteQuery(documentsQuery(filters));
  const last = data?.pages.at(-1);
  return (
    <p className={classes.count} aria-live="polite">
      {last ? messages.docs.count(last.total, last.capped) : '\u00a0'}
    </p>
  );
}
