import { IconFileText } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { LinkedThreadResponse } from '../../../api/generated/model/linkedThreadResponse';
import type { Page } from '../../../api/client';
import { getPostPage } from '@hub/shared/thread-pages';
import { forum } from '../../../messages/forum';
import { discussions as text } from '../../../messages/discussions';
import { getUniqueItems } from '../../../shared/cursor-pages';
import { getItemParam } from '../../../shared/links';
import { LoadMore, useFocusOnNewItems } from '../../../shared/load-more';
import { Button } from '../../../ui/button';
import { isolate } from '../../../ui/isolate';
import { toPageParam } from '../queries';
import { ThreadMarkers } from '../thread-markers';
import { useFormatTime } from '../../../ui/time';
import { VideoTime } from './about-card';
import type { DiscussedItem } from './discuss-button';
import { allThreadsQuery, FIRST_THREADS, getTotal } from './queries';
import classes from './linked.module.css';

interface ThreadItemProps {
  thread: LinkedThreadResponse;
  item: DiscussedItem;
}

function ThreadItem({ thread, item }: ThreadItemProps) {
  const { id, title, kind, post_number, post_count, last_post_at, last_post_author, second } = thread;
  const { formatDateTime } = useFormatTime();
  return (
    <li className={classes.thread} data-kind={kind}>
      {kind === 'SOURCE' && (
        <p className={classes.source}>
          <IconFileText size={16} aria-hidden="true" />
          {text.source}
        </p>
      )}
      <div className={classes.heading}>
        <h4 className={classes.threadTitle}>
          <Link
            to="/community/thread/$id"
            params={{ id }}
            search={post_number ? { page: toPageParam(getPostPage(post_number)) } : undefined}
            hash={post_number ? `post-${post_number}` : undefined}
            dir="auto"
          >
            {title}
          </Link>
        </h4>
        <ThreadMarkers thread={{ ...thread, is_pinned: false }} />
      </div>
      <p className={classes.meta}>
        {second !== null && <VideoTime param={getItemParam(item)} title={item.title} second={second} />}
        <span>{forum.counts.replies(Math.max(0, post_count - 1))}</span>
        <span>{isolate((name) => text.lastPost({ name, date: formatDateTime(last_post_at) }), last_post_author)}</span>
      </p>
    </li>
  );
}

interface LinkedThreadListProps {
  item: DiscussedItem;
  first: Page<LinkedThreadResponse>;
}

/** The first threads, and all of them once the user wants them. */
export default function LinkedThreadList({ item, first }: LinkedThreadListProps) {
  const [isAll, setAll] = useState(false);
  const all = useInfiniteQuery({ ...allThreadsQuery(item.kind, item.id), enabled: isAll });
  const threads = getUniqueItems(
    all.data?.pages.map(({ items }) => items) ?? [first.items],
    ({ id, kind }) => id + kind,
  );
  const { results, markFirstNew } = useFocusOnNewItems(threads.length, 'h4 a');
  return (
    <div ref={results} className={classes.all}>
      <ul className={classes.threads}>
        {threads.map((thread) => (
          <ThreadItem key={thread.id + thread.kind} thread={thread} item={item} />
        ))}
      </ul>
      {isAll && all.isError && !all.data && (
        <p role="alert" className={classes.missing}>
          {text.loadFailed}
        </p>
      )}
      {first.total > FIRST_THREADS && !all.data && (
        <Button
          variant="default"
          className={classes.more}
          isLoading={isAll && all.isFetching}
          onClick={() => {
            markFirstNew(threads.length);
            setAll(true);
            if (all.isError) void all.refetch();
          }}
        >
          {text.all(getTotal(first))}
        </Button>
      )}
      {all.data && (
        <LoadMore
          query={all}
          onLoad={() => {
            markFirstNew(threads.length);
          }}
        />
      )}
    </div>
  );
}
