import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, useEffect, useEffectEvent, useId, useState } from 'react';
import type { CommentResponse } from '../../api/generated/model/commentResponse';
import { messages } from '../../messages/en';
import { comments as text } from '../../messages/en-comments';
import { PartFailed } from '../errors/part-failed';
import { Part } from '../../ui/part';
import { VisuallyHidden } from '../../ui/visually-hidden';
import { useSession } from '../session/session';
import { CommentList } from './comment-list';
import classes from './comments.module.css';
import { commentsQuery, type Subject } from './queries';
import { useLinkedComment, useShowLinked } from './use-linked-comment';

const NewComment = lazy(() => import('./writing/new-comment'));
const SignedOut = lazy(() => import('./writing/signed-out'));

/** The comments, beginning with the linked one where the address leads to one that is further down. */
function useComments(subject: Subject) {
  const linked = useLinkedComment();
  const [at, setAt] = useState(linked);
  const query = useInfiniteQuery(commentsQuery(subject, at));
  // One that arrives between two requests moves the others on, and one of them then comes twice.
  const found = query.data?.pages.flatMap(({ items }) => items.map((item) => [item.id, item] as const));
  const comments = found && [...new Map(found).values()];
  const isThere = Boolean(linked && comments?.some(({ id }) => id === linked));
  const isSought = Boolean(linked && comments && !isThere);
  if (isSought && at !== linked) setAt(linked);
  useShowLinked(isThere ? linked : undefined);
  return {
    query,
    comments,
    linked,
    isMissing: isSought && at === linked,
    showNewest: () => {
      setAt(undefined);
    },
  };
}

/** Who was signed in here and is not any more; what only they could see or do is then asked for again. */
function useSignedOut(askAgain: () => void): string | undefined {
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

function Count({ total, capped }: { total: number; capped: boolean }) {
  const short = `${total}${capped ? '+' : ''}`;
  return (
    <>
      <span aria-hidden="true">{short}</span>
      <VisuallyHidden>{text.count(short)}</VisuallyHidden>
    </>
  );
}

export function CommentsSection({ subject }: { subject: Subject }) {
  const { user } = useSession();
  const { query, comments, linked, isMissing, showNewest } = useComments(subject);
  const titleId = useId();
  const signedOut = useSignedOut(() => void query.refetch());
  const [answered, setAnswered] = useState<CommentResponse>();
  const latest = query.data?.pages.at(-1);
  const loginHint = (
    <p className={classes.guest}>
      <Link to="/login">{messages.nav.login}</Link> {text.guest}
    </p>
  );
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId} tabIndex={-1} className={classes.title}>
          {text.title}
        </h2>
        <p aria-live="polite" className={classes.count}>
          {latest && latest.total > 0 && <Count {...latest} />}
        </p>
      </div>
      {user ? (
        <Part waiting={<div className={classes.formPlace} />} missing={<PartFailed />}>
          <NewComment
            // The draft belongs to whoever writes, about this.
            key={user.id + subject.id}
            user={user}
            subject={subject}
            answered={answered}
            onSent={showNewest}
          />
        </Part>
      ) : signedOut ? (
        <Part missing={loginHint}>
          <SignedOut userId={signedOut} />
        </Part>
      ) : (
        loginHint
      )}
      {isMissing && (
        <p role="status" className={classes.missing}>
          {text.missing}
        </p>
      )}
      <CommentList
        query={query}
        comments={comments}
        linked={linked}
        onReply={user?.permissions.includes('comments.create') ? (comment) => setAnswered({ ...comment }) : undefined}
      />
    </section>
  );
}
