import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { UserActivityResponse } from '../../../api/generated/model/userActivityResponse';
import { profile } from '../../../messages/profile';
import { UnusualStatusBadge, VisibilityMark } from '../../../shared/content/content-meta';
import { getUniqueItems } from '../../../shared/cursor-pages';
import { LoadError } from '../../../shared/errors/load-error';
import { PathLink } from '../../../shared/links';
import { LoadMore, useFocusOnNewItems } from '../../../shared/load-more';
import { templates } from '../../../messages/templates';
import { Badge } from '../../../ui/badge';
import { ListSkeleton } from '../../../ui/skeleton';
import { Time } from '../../../ui/time';
import { activityQuery } from './queries';
import classes from './activity.module.css';

const text = profile.activity;

function ActivityItem({ item }: { item: UserActivityResponse }) {
  const { type, title, url, excerpt, status, visibility, is_hidden, is_template, created_at } = item;
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <span className={classes.badges}>
          <Badge tone="gray">{text.types[type]}</Badge>
          {status && <UnusualStatusBadge status={status} />}
          {visibility && <VisibilityMark visibility={visibility} />}
          {is_template && <Badge tone="blue">{templates.badge}</Badge>}
          {is_hidden && <Badge tone="amber">{text.hidden}</Badge>}
        </span>
        <Time iso={created_at} />
      </div>
      <PathLink href={url} className={classes.title}>
        {title}
      </PathLink>
      {excerpt && <p className={classes.excerpt}>{excerpt}</p>}
    </li>
  );
}

/** The user's content that is visible to the reader, latest first. */
export function ActivityPanel({ userId, empty }: { userId: string; empty: ReactNode }) {
  const query = useInfiniteQuery(activityQuery(userId));
  const pages = query.data?.pages.map((page) => page.items);
  const items = getUniqueItems(pages ?? [], ({ id }) => id);
  const { results, markFirstNew } = useFocusOnNewItems(items.length, 'li a');
  if (!pages) {
    return query.error ? (
      <LoadError error={query.error} title={text.loadFailed} onRetry={() => void query.refetch()} />
    ) : (
      <ListSkeleton rows={2} />
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
          markFirstNew(items.length);
        }}
      />
    </div>
  );
}
