import { IconFileText } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { LinkedThreadResponse } from '../../../api/generated/model/linkedThreadResponse';
import { formatDateTime } from '../../../lib/format';
import { forum } from '../../../messages/en-forum';
import { forumLinks } from '../../../messages/en-forum-links';
import { LoadError } from '../../../shared/errors/load-error';
import { getItemParam } from '../../../shared/links';
import { LoadMore, useFocusOnNewItems } from '../../../shared/load-more';
import { Button } from '../../../ui/button';
import { isolate } from '../../../ui/isolate';
import { ListSkeleton } from '../../../ui/skeleton';
import { VisuallyHidden } from '../../../ui/visually-hidden';
import { getPageOfPost, toPageParam } from '../queries';
import { ThreadMarkers } from '../thread-markers';
import { VideoTime } from './about-card';
import DiscussButton, { type DiscussedItem } from './discuss-button';
import { allThreadsQuery, FIRST_THREADS, firstThreadsQuery } from './queries';
import classes from './linked.module.css';

const text = forumLinks.section;

interface ThreadItemProps {
  thread: LinkedThreadResponse;
  item: DiscussedItem;
}

function ThreadItem({ thread, item }: ThreadItemProps) {
  const { id, title, kind, post_number, post_count, last_post_at, last_post_author, second } = thread;
  return (
    <li className={classes.thread} data-kind={kind}>
      {kind === 'SOURCE' && (
        <p className={classes.source}>
          <IconFileText size={16} aria-hidden="true" />
          {text.source}
        </p>
      )}
      <div className={classes.heading}>
        <h3 className={classes.threadTitle}>
          <Link
            to="/community/thread/$id"
            params={{ id }}
            search={post_number ? { page: toPageParam(getPageOfPost(post_number)) } : undefined}
            hash={post_number ? `post-${post_number}` : undefined}
            dir="auto"
          >
            {title}
          </Link>
        </h3>
        <ThreadMarkers thread={{ ...thread, is_pinned: false }} />
      </div>
      <p className={classes.meta}>
        {second !== null && <VideoTime param={getItemParam(item)} title={item.title} second={second} />}
        <span>{forum.counts.replies(Math.max(0, post_count - 1))}</span>
        <span>{isolate((name) => text.lastPost(name, formatDateTime(last_post_at)), last_post_author)}</span>
      </p>
    </li>
  );
}

/** The first threads, and all of them once the user wants them. */
function useThreads({ kind, id }: DiscussedItem) {
  const [isAll, setAll] = useState(false);
  const first = useQuery(firstThreadsQuery(kind, id));
  const all = useInfiniteQuery({ ...allThreadsQuery(kind, id), enabled: isAll });
  const threads = all.data?.pages.flatMap(({ items }) => items) ?? first.data?.items;
  return {
    first,
    all,
    isAll,
    total: first.data && `${first.data.total}${first.data.capped ? '+' : ''}`,
    // A thread that was written to between two requests shifts the pages, so that one can appear twice.
    threads: threads && [...new Map(threads.map((thread) => [thread.id + thread.kind, thread])).values()],
    showAll: () => {
      setAll(true);
      if (all.isError) void all.refetch();
    },
  };
}

function ThreadList({ item, query }: { item: DiscussedItem; query: ReturnType<typeof useThreads> }) {
  const { first, all, isAll, threads, total, showAll } = query;
  const { results, focusFrom } = useFocusOnNewItems(threads?.length ?? 0);
  if (!threads)
    return first.error ? (
      <LoadError error={first.error} title={text.loadFailed} onRetry={() => void first.refetch()} />
    ) : (
      <ListSkeleton rows={2} rowHeight="3.5rem" />
    );
  if (threads.length === 0)
    return (
      <div className={classes.empty}>
        <p>{text.empty[item.kind]}</p>
        <DiscussButton item={item} />
      </div>
    );
  const hasMore = (first.data?.total ?? 0) > FIRST_THREADS;
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
      {hasMore && !all.data && (
        <Button
          variant="default"
          className={classes.more}
          isLoading={isAll && all.isFetching}
          onClick={() => {
            focusFrom(threads.length);
            showAll();
          }}
        >
          {text.all(total ?? '')}
        </Button>
      )}
      {all.data && (
        <LoadMore
          query={all}
          onLoad={() => {
            focusFrom(threads.length);
          }}
        />
      )}
    </div>
  );
}

/** The threads about a document or video, and the one that a document comes from. */
export default function LinkedThreads({ item }: { item: DiscussedItem }) {
  const titleId = useId();
  const query = useThreads(item);
  const { total, threads } = query;
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId} tabIndex={-1} className={classes.title}>
          {text.title}
        </h2>
        {total !== undefined && total !== '0' && (
          <p className={classes.count}>
            <span aria-hidden="true">{total}</span>
            <VisuallyHidden>{text.count(total)}</VisuallyHidden>
          </p>
        )}
        {threads && threads.length > 0 && (
          <div className={classes.headAction}>
            <DiscussButton item={item} />
          </div>
        )}
      </div>
      <ThreadList item={item} query={query} />
    </section>
  );
}
