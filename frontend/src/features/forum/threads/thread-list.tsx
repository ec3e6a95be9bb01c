import { Link } from '@tanstack/react-router';
import type { ListedThreadResponse } from '../../../api/generated/model/listedThreadResponse';
import type { ThreadSummaryResponse } from '../../../api/generated/model/threadSummaryResponse';
import { getPostPage } from '@hub/shared/thread-pages';
import { abbreviate } from '../../../lib/message-format';
import { forum } from '../../../messages/forum';
import { getCategoryColor } from '../../../shared/categories/category-color';
import { UserLink } from '../../../shared/links';
import { toPageParam } from '../queries';
import { TagLinks } from '../tag-links';
import { ThreadMarkers } from '../thread-markers';
import { getPostLink } from '../posts/use-linked-post';
import { Time } from '../../../ui/time';
import classes from './thread-list.module.css';

const text = forum.category;

function UnreadLink({ thread: { id, title, first_unread } }: { thread: ThreadSummaryResponse }) {
  if (!first_unread) return null;
  return (
    <Link
      to="/community/thread/$id"
      params={{ id }}
      search={{ page: toPageParam(getPostPage(first_unread)) }}
      hash={`post-${first_unread}`}
      aria-label={text.firstUnread(title)}
      className={classes.unread}
    >
      {text.unread}
    </Link>
  );
}

/** With its category where threads of several are listed. */
type ListedThread = ThreadSummaryResponse & Partial<Pick<ListedThreadResponse, 'category'>>;

function ThreadRow({ thread }: { thread: ListedThread }) {
  const { id, title, category, author_id, author_name, created_at, post_count, view_count, last_post_at } = thread;
  return (
    <li className={classes.thread} data-unread={Boolean(thread.first_unread) || undefined}>
      <div className={classes.main}>
        <div className={classes.heading}>
          {/* Threads are pinned to the top of their category, so elsewhere the marker would say nothing. */}
          <ThreadMarkers thread={category ? { ...thread, is_pinned: false } : thread} />
          <h3 className={classes.threadTitle}>
            <Link to="/community/thread/$id" params={{ id }} dir="auto">
              {title}
            </Link>
          </h3>
          <UnreadLink thread={thread} />
        </div>
        <div className={classes.meta}>
          {category && (
            <Link
              to="/community/category/$id"
              params={{ id: category.id }}
              className={classes.category}
              style={getCategoryColor(category.color)}
            >
              {category.name}
            </Link>
          )}
          <UserLink id={author_id} name={author_name} />
          <Time iso={created_at} withTime />
          <TagLinks thread={thread} />
        </div>
      </div>
      <dl className={classes.numbers}>
        <div>
          <dt>{text.replies}</dt>
          <dd>{abbreviate(Math.max(0, post_count - 1))}</dd>
        </div>
        <div>
          <dt>{text.views}</dt>
          <dd>{abbreviate(view_count)}</dd>
        </div>
        <div className={classes.last}>
          <dt>{text.lastPost}</dt>
          <dd>
            <Link {...getPostLink({ thread_id: id, number: thread.last_number })}>
              <bdi>{thread.last_post_author}</bdi> <Time iso={last_post_at} withTime />
            </Link>
          </dd>
        </div>
      </dl>
    </li>
  );
}

export function ThreadList({ threads }: { threads: readonly ListedThread[] }) {
  return (
    <div className={classes.list}>
      <ul className={classes.threads}>
        {threads.map((thread) => (
          <ThreadRow key={thread.id} thread={thread} />
        ))}
      </ul>
    </div>
  );
}
