import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFocusOnNewItems } from '../../../lib/use-focus-on-new-items';
import { profile } from '../../../messages/en-profile';
import { LoadError } from '../../../shared/errors/load-error';
import { LoadMore } from '../../../shared/load-more';
import { ListSkeleton } from '../list-skeleton';
import { ActivityItem } from './activity-item';
import classes from './activity.module.css';
import { activityQuery } from './queries';

const text = profile.activity;

/** The user's content that is visible to the reader, latest first. */
export function ActivityPanel({ userId, empty }: { userId: string; empty: ReactNode }) {
  const query = useInfiniteQuery(activityQuery(userId));
  // An item created between two requests shifts the pages, so that one item can appear twice.
  const entries = query.data?.pages.flatMap((page) => page.items.map((item) => [item.id, item] as const));
  const items = [...new Map(entries).values()];
  const { results, focusFrom } = useFocusOnNewItems(items.length, 'li a');
  if (!entries) {
    return query.error ? (
      <LoadError error={query.error} title={text.loadFailed} onRetry={() => void query.refetch()} />
    ) : (
      <ListSkeleton />
    );
  }
  if (items.length === 0) return empty;
  return (
    <div ref={results}>
      <ol className={classes.list}>
        {items.map((item) => (
          <ActivityItem key={item.id} item={item} />
        ))}
      </ol>
      <LoadMore
        query={query}
        onLoad={() => {
          focusFrom(items.length);
        }}
      />
    </div>
  );
}
