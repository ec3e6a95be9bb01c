import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type MouseEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import type { CommentOrder } from '../../api/generated/model/commentOrder';
import { messages } from '../../messages/common';
import { comments as text } from '../../messages/engagement';
import { getUniqueItems } from '../../shared/cursor-pages';
import { ChunkLoadError } from '../../shared/errors/load-error';
import { useSession } from '../../shared/session/session';
import { openSignIn } from '../../shared/session/sign-in-request';
import { useFirstData } from '../../shared/use-first-data';
import { LazyBoundary } from '../../ui/lazy';
import { insertElements } from '../../ui/isolate';
import { SegmentedControl } from '../../ui/segmented-control';
import { VisuallyHidden } from '../../ui/visually-hidden';
import { CommentList } from './comment-list';
import { useCommentOrder } from './comment-order';
import { commentsQuery, type Subject } from './queries';
import { useLinkedComment, useScrollToComment } from './use-linked-comment';
import classes from './comments.module.css';

const loadWriting = () => import('./writing/new-comment');
const NewComment = lazy(async () => ({ default: (await loadWriting()).NewComment }));
const SignedOutDraftNotice = lazy(async () => ({ default: (await loadWriting()).SignedOutDraftNotice }));

/** The comments, starting with the page that contains the linked comment. */
function useComments(subject: Subject, order: CommentOrder) {
  const linked = useLinkedComment();
  const [at, setAt] = useState(linked);
  const queryClient = useQueryClient();
  const options = commentsQuery(subject, order, at);
  const query = useInfiniteQuery(options);
  useFirstData(query.isPending, { load: () => queryClient.prefetchInfiniteQuery(options), refresh: query.refetch });
  // A comment created between two requests shifts the pages, so that one comment can appear twice.
  const pages = query.data?.pages.map(({ items }) => items);
  const threads = pages && getUniqueItems(pages, ({ id }) => id);
  const shown = threads?.flatMap(({ comment, replies }) => [...(comment ? [comment] : []), ...replies]);
  const isLinkedLoaded = Boolean(linked && shown?.some(({ id }) => id === linked));
  const isLinkedMissing = Boolean(linked && shown && !isLinkedLoaded);
  if (isLinkedMissing && at !== linked) setAt(linked);
  useScrollToComment(isLinkedLoaded ? linked : undefined);
  return {
    query,
    threads,
    linked,
    isMissing: isLinkedMissing && at === linked,
    /** Begins with the page of a comment, or with the first one. */
    startAt: setAt,
  };
}

/** Returns the id of a user whose session ended on this page and refetches what only this user could see. */
function useSignedOutUserId(askAgain: () => void): string | undefined {
  const { state, user } = useSession();
  const [lastId, setLastId] = useState(user?.id);
  if (user && user.id !== lastId) setLastId(user.id);
  const signedOut = state === 'guest' ? lastId : undefined;
  const onSignedOut = useEffectEvent(askAgain);
  useEffect(() => {
    if (signedOut) onSignedOut();
  }, [signedOut]);
  return signedOut;
}

function CommentCount({ total, capped }: { total: number; capped: boolean }) {
  const short = `${total}${capped ? '+' : ''}`;
  return (
    <>
      <span aria-hidden="true">{short}</span>
      <VisuallyHidden>{text.count({ count: total, capped })}</VisuallyHidden>
    </>
  );
}

interface CommentsSectionProps {
  subject: Subject;
  /** The user may not comment here. */
  isReadOnly?: boolean;
}

export function CommentsSection({ subject, isReadOnly = false }: CommentsSectionProps) {
  const { user } = useSession();
  const { order, choose } = useCommentOrder();
  const { query, threads, linked, isMissing, startAt } = useComments(subject, order);
  const titleId = useId();
  const signedOut = useSignedOutUserId(() => void query.refetch());
  /** The user signs in to write a comment. */
  const [isWriting, setWriting] = useState(false);
  const lastPage = query.data?.pages.at(-1);
  const signInToWrite = (event: MouseEvent<HTMLAnchorElement>) => {
    openSignIn({
      reason: 'participate',
      onDismissed: () => {
        setWriting(false);
      },
    })(event);
    // Otherwise the link opens a new tab.
    if (event.defaultPrevented) setWriting(true);
  };
  const loginHint = (
    <p className={classes.guest}>
      {insertElements(
        text.guest,
        <Link to="/login" onClick={signInToWrite}>
          {messages.access.signIn}
        </Link>,
      )}
    </p>
  );
  const form = user ? (
    <LazyBoundary fallback={<div className={classes.formSlot} />} errorFallback={<ChunkLoadError />}>
      <NewComment
        // Drafts belong to the user and the commented content.
        key={user.id + subject.id}
        user={user}
        subject={subject}
        isReadOnly={isReadOnly}
        shouldFocus={isWriting}
        onCreated={({ id }) => {
          if (order === 'newest') startAt(undefined);
          // Otherwise the end of the list is loaded, and the comment was added to it.
          else if (query.hasNextPage) startAt(id);
        }}
      />
    </LazyBoundary>
  ) : signedOut ? (
    <LazyBoundary errorFallback={loginHint}>
      <SignedOutDraftNotice userId={signedOut} />
    </LazyBoundary>
  ) : (
    loginHint
  );
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h3 id={titleId} tabIndex={-1} className={classes.title}>
          {text.title}
        </h3>
        <p aria-live="polite" className={classes.count}>
          {lastPage && lastPage.total > 0 && <CommentCount {...lastPage} />}
        </p>
        {threads && threads.length > 1 && (
          <div className={classes.order}>
            <SegmentedControl
              label={text.order}
              value={order}
              options={[
                { value: 'oldest', label: text.oldestFirst },
                { value: 'newest', label: text.newestFirst },
              ]}
              onChange={choose}
            />
          </div>
        )}
      </div>
      {/* Where the next comment will be. */}
      {order === 'newest' && form}
      {isMissing && (
        <p role="status" className={classes.missing}>
          {text.missing}
        </p>
      )}
      <CommentList
        query={query}
        subject={subject}
        order={order}
        threads={threads}
        linked={linked}
        canReply={!isReadOnly && (user?.permissions.includes('comments.create') ?? false)}
      />
      {order === 'oldest' && form}
    </section>
  );
}
