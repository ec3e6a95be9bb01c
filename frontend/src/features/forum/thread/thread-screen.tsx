import { IconLock, IconMessageOff } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Navigate, useHydrated } from '@tanstack/react-router';
import { Fragment, lazy, type RefObject, useRef, useState } from 'react';
import { hasStatus } from '../../../api/problem';
import type { PostListResponse } from '../../../api/generated/model/postListResponse';
import type { PostResponse } from '../../../api/generated/model/postResponse';
import type { ThreadResponse } from '../../../api/generated/model/threadResponse';
import { getPostPage } from '@hub/shared/thread-pages';
import { usePageTitle } from '../../../lib/page';
import { forum } from '../../../messages/forum';
import { ChunkLoadError } from '../../../shared/errors/load-error';
import { useSession } from '../../../shared/session/session';
import { threadKeys } from '../../../shared/shortcuts/key-maps';
import { usePlainKeys } from '../../../shared/shortcuts/plain-keys';
import { Button, ButtonLink } from '../../../ui/button';
import { LazyBoundary } from '../../../ui/lazy';
import { StateView } from '../../../ui/state-view';
import { VisuallyHidden } from '../../../ui/visually-hidden';
import { findReturned, getListedNumber, type ListedPost, listWithMoved, MovedPost } from '../moving/moved-post';
import { MergedThread } from '../moving/merged-thread';
import { SplitMode } from '../moving/split-mode';
import { PageLinks, useFocusOnPageChange } from '../page-links';
import { postsQuery, THREAD_INTERVAL_MS, threadQuery, toPageParam } from '../queries';
import { SignInPrompt } from '../sign-in-prompt';
import { PostItem, type ReplyActions } from '../posts/post-item';
import { Solution } from './solution';
import { ThreadHeader } from './thread-header';
import { getPostLink, getPostPath, useLinkedPost, useScrollToPost } from '../posts/use-linked-post';
import { useMarkRead } from './use-mark-read';
import { usePostKeys } from './use-post-keys';
import type { ReplyRequest } from '../posts/quick-reply';
import { useNewPosts } from '../posts/use-new-posts';
import classes from './thread.module.css';

const text = forum.thread;
const to = '/community/thread/$id' as const;

const QuickReply = lazy(() => import('../posts/quick-reply'));

/** Makes Markdown of a plain text: no character of it is syntax. */
const escapeMarkdown = (plain: string): string => plain.replace(/[\\`*_[\]<>&~|$!]/g, String.raw`\$&`);

/** Shown when the thread disappears while it is open, and to readers without scripts; others are led to the forum. */
export function ThreadNotFound() {
  usePageTitle(text.notFound);
  return (
    <StateView
      level={1}
      shouldFocus
      icon={<IconMessageOff size={24} />}
      title={text.notFound}
      text={forum.notFoundText}
    >
      <ButtonLink to="/community" variant="default">
        {forum.back}
      </ButtonLink>
    </StateView>
  );
}

interface ReplyAreaProps {
  thread: ThreadResponse;
  request: ReplyRequest;
  onRequest: (request: ReplyRequest) => void;
}

/** The reply form, or the reason why there is none. */
function ReplyArea({ thread, request, onRequest }: ReplyAreaProps) {
  const { state, user } = useSession();
  const isGuest = state === 'guest' || state === 'unknown';
  if (user && thread.abilities?.reply)
    return (
      <LazyBoundary fallback={<div className={classes.replySlot} />} errorFallback={<ChunkLoadError />}>
        <QuickReply key={user.id + thread.id} user={user} thread={thread} request={request} onRequest={onRequest} />
      </LazyBoundary>
    );
  if (thread.is_locked)
    return (
      <p className={classes.notice} data-tone="amber">
        <IconLock size={18} aria-hidden="true" />
        {text.lockedNotice}
        {thread.abilities?.moderate && ` ${text.unlockToReply}`}
      </p>
    );
  if (isGuest) return <SignInPrompt />;
  // Signed in, but the thread was loaded for a guest: it is loaded again.
  const reason = user?.permissions.includes('forum.post') ? text.readOnly : text.notAllowed;
  return thread.abilities ? <p className={classes.notice}>{reason}</p> : <div className={classes.replySlot} />;
}

/** The ids of the posts that are the first ones of their authors, and have a signature. */
function findSigned(posts: readonly PostResponse[]): ReadonlySet<string> {
  const firsts = new Map<string | null, PostResponse>();
  for (const post of posts) if (!firsts.has(post.author_id)) firsts.set(post.author_id, post);
  return new Set([...firsts.values()].filter((post) => post.author_signature !== '').map(({ id }) => id));
}

interface PostsProps {
  ref: RefObject<HTMLOListElement | null>;
  thread: ThreadResponse;
  list: PostListResponse;
  linked: number | undefined;
  replyActions?: ReplyActions;
}

function Posts({ ref: element, thread, list, linked, replyActions }: PostsProps) {
  const { user } = useSession();
  const listed = listWithMoved(list, thread.id);
  const signed = findSigned(list.posts);
  useMarkRead(thread, user?.id, element, listed.length);
  useScrollToPost(listed.some((item) => getListedNumber(item) === linked) ? linked : undefined);
  // The solution is not repeated beneath the question when it is the next post anyway.
  const isSolution = (item: ListedPost | undefined) =>
    item !== undefined && 'post' in item && item.post.id === thread.solution_post_id;
  const [first] = listed;
  if (!first)
    return (
      <p className={classes.notice} data-tone="amber">
        {text.emptyPage}
      </p>
    );
  return (
    <ol ref={element} start={getListedNumber(first)} className={classes.posts}>
      {listed.map((item, index) => {
        if ('moved' in item)
          return <MovedPost key={item.moved.number} moved={item.moved} isLinked={item.moved.number === linked} />;
        const { post } = item;
        return (
          <Fragment key={post.id}>
            <PostItem
              post={post}
              thread={thread}
              isLinked={post.number === linked}
              hasSignature={signed.has(post.id)}
              replyActions={replyActions}
            />
            {post.number === 1 && thread.solution_post_id && !isSolution(listed[index + 1]) && (
              <li className={classes.solutionPlace}>
                <Solution thread={thread} posts={list.posts} />
              </li>
            )}
          </Fragment>
        );
      })}
    </ol>
  );
}

/** A thread with a page of its posts. */
export function ThreadScreen({ id, page }: { id: string; page: number }) {
  const { data: thread, error } = useSuspenseQuery({
    ...threadQuery(id),
    refetchInterval: (query) => (hasStatus(query.state.error, 404) ? false : THREAD_INTERVAL_MS),
  });
  const { data: list } = useSuspenseQuery(postsQuery(id, page));
  const isHydrated = useHydrated();
  const linked = useLinkedPost();
  const heading = useFocusOnPageChange(page);
  const posts = useRef<HTMLOListElement>(null);
  usePostKeys(posts, { id, page, pages: list.pages });
  const newPosts = useNewPosts(thread, list);
  const [request, setRequest] = useState<ReplyRequest>({});
  usePageTitle(thread.title);
  usePlainKeys({
    [threadKeys.reply]: thread.abilities?.reply
      ? () => {
          setRequest({ ...request, insertion: { text: '' } });
        }
      : undefined,
  });

  if (hasStatus(error, 404)) return <ThreadNotFound />;
  // The post of the address is known to browsers only.
  if (thread.id !== id && !isHydrated) return null;
  if (thread.id !== id) return <MergedThread key={id} id={id} targetId={thread.id} linked={linked} />;
  const isLinkedMissing = linked !== undefined && linked > thread.last_number;
  const returned = findReturned(list, id, linked);
  if (linked !== undefined && !isLinkedMissing && (returned !== undefined || getPostPage(linked) !== page))
    return <Navigate {...getPostLink({ thread_id: id, number: returned ?? linked })} replace />;
  const pages = {
    page,
    pages: Math.max(list.pages, page),
    getLink: (number: number) => ({ to, params: { id }, search: { page: toPageParam(number) } }),
  };
  return (
    <article className={classes.thread}>
      <ThreadHeader thread={thread} />
      <PageLinks {...pages} isAbove />
      {isLinkedMissing && (
        <p role="status" className={classes.notice} data-tone="amber">
          {text.missingPost}
        </p>
      )}
      <VisuallyHidden>
        <h2 ref={heading} tabIndex={-1}>
          {text.posts}
        </h2>
      </VisuallyHidden>
      <Posts
        key={page}
        ref={posts}
        thread={thread}
        list={list}
        linked={linked}
        replyActions={
          thread.abilities?.reply
            ? {
                onReply: (replyTo) => {
                  setRequest({ replyTo, insertion: { text: '' } });
                },
                onQuote: ({ author_name, number }, quoted) => {
                  const by = text.quoted({
                    name: escapeMarkdown(author_name),
                    number,
                    path: getPostPath(id, number),
                  });
                  const lines = [by, '', ...quoted.trim().split('\n')].map((line) => `> ${line}`.trimEnd());
                  setRequest({ ...request, insertion: { text: `${lines.join('\n')}\n\n` } });
                },
              }
            : undefined
        }
      />
      {/* Keeps its height, so that announcing new posts moves nothing. */}
      <div role="status" className={classes.newPosts}>
        {newPosts.count > 0 && (
          <Button variant="default" onClick={() => void newPosts.show()}>
            {text.newPosts(newPosts.count)}
          </Button>
        )}
      </div>
      <PageLinks {...pages} />
      <ReplyArea thread={thread} request={request} onRequest={setRequest} />
      <SplitMode thread={thread} />
    </article>
  );
}
