import { lazy } from 'react';
import type { ThreadResponse } from '../../../api/generated/model/threadResponse';
import { messages } from '../../../messages/common';
import { forum } from '../../../messages/forum';
import { RestrictedMark } from '../../../shared/categories/restricted-mark';
import itemClasses from '../../../shared/content/item-meta.module.css';
import { buttonClass } from '../../../ui/button';
import { LazyBoundary } from '../../../ui/lazy';
import { ForumBreadcrumb } from '../breadcrumb';
import { AboutCard } from '../linked/about-card';
import { TagLinks } from '../tag-links';
import { ThreadMarkers } from '../thread-markers';
import { PostLink } from '../posts/post-item';
import classes from './thread.module.css';

const text = forum.thread;

const ThreadActions = lazy(() => import('./thread-actions'));

export function ThreadHeader({ thread }: { thread: ThreadResponse }) {
  const { id, title, category, view_count, post_count, first_unread, abilities } = thread;
  const { parent_category_id, parent_name } = category;
  const parents = parent_category_id && parent_name ? [{ id: parent_category_id, name: parent_name }] : [];
  // The unread posts of a thread that was never opened begin at its top.
  const hasUnread = typeof first_unread === 'number' && first_unread > 1;
  return (
    <header className={classes.header}>
      <ForumBreadcrumb categories={[...parents, { id: category.id, name: category.name, limits: category }]} />
      <h1 tabIndex={-1} dir="auto" className={itemClasses.title}>
        {title}
      </h1>
      <div className={classes.headMeta}>
        <RestrictedMark category={category} />
        <ThreadMarkers thread={thread} />
        <span>{messages.common.views(view_count)}</span>
        <span>{forum.counts.replies(Math.max(0, post_count - 1))}</span>
        <TagLinks thread={thread} />
      </div>
      {thread.about && (
        <div className={classes.about}>
          <AboutCard item={thread.about} />
        </div>
      )}
      {thread.is_hidden && (
        <p role="status" className={classes.notice} data-tone="amber">
          {text.hiddenThread}
        </p>
      )}
      {abilities && (
        <div className={classes.headActions}>
          {hasUnread && (
            <PostLink threadId={id} number={first_unread} className={buttonClass({ variant: 'default' })}>
              {text.firstUnread}
            </PostLink>
          )}
          <LazyBoundary errorFallback={null}>
            <ThreadActions thread={thread} abilities={abilities} />
          </LazyBoundary>
        </div>
      )}
    </header>
  );
}
