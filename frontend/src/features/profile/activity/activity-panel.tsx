import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFocusOnNew } from '../../../lib/use-focus-on-new';
import { profile } from '../../../messages/en-profile';
import { LoadFailed } from '../../../shared/errors/load-failed';
import { LoadMore } from '../../../shared/load-more';
import { ListSkeleton } from '../list-skeleton';
import { ActivityItem } from './activity-item';
import classes from './activity.module.css';
import { activityQuery } from './queries';

const text = profile.activity;

/** What the person has written, as far as the reader may see it, the latest first. */
export function ActivityPanel({ userId, empty }: { userId: string; empty: ReactNode }) {
  const query = useInfiniteQuery(activityQuery(userId));
  // What is written between two requests moves the others on, and one of them then comes twice.
  const found = query.data?.pages.flatMap((page) => page.items.map((item) => [item.id, item] as const));
  const items = [...new Map(found).values()];
  const { results, focusFrom } = useFocusOnNew(items.length, 'li a');
  if (!found) {
    return query.error ? (
      <LoadFailed error={query.error} title={text.loadFailed} onRetry={() => void query.refetch()} />
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
