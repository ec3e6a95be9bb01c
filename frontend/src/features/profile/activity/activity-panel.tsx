import { IconNotebook } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDate } from '../../../lib/format';
import { messages } from '../../../messages/en';
import { profile } from '../../../messages/en-profile';
import { LoadFailed } from '../../../shared/errors/load-failed';
import { PathLink } from '../../../shared/path-link';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { StateView } from '../../../ui/state-view';
import { ListSkeleton } from '../list-skeleton';
import classes from './activity.module.css';
import { activityQuery } from './queries';

const text = profile.activity;

/** What the person has written, the latest first. */
export function ActivityPanel({ userId }: { userId: string }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    activityQuery(userId),
  );
  if (!data) {
    return error ? (
      <LoadFailed error={error} title={text.loadFailed} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton />
    );
  }
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0) {
    return <StateView icon={<IconNotebook size={24} />} title={text.emptyTitle} text={text.emptyText} />;
  }
  return (
    <>
      <ol className={classes.list}>
        {items.map(({ type, id, title, url, excerpt, created_at }) => (
          <li key={id} className={classes.item}>
            <div className={classes.head}>
              <Badge tone="grey">{text.types[type]}</Badge>
              <time dateTime={created_at}>{formatDate(created_at)}</time>
            </div>
            <PathLink href={url} className={classes.title}>
              {title}
            </PathLink>
            {excerpt && <p className={classes.excerpt}>{excerpt}</p>}
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button look="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {messages.common.loadMore}
        </Button>
      )}
    </>
  );
}
