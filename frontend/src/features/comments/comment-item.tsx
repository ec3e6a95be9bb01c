import { Link } from '@tanstack/react-router';
import { lazy } from 'react';
import type { CommentResponse } from '../../api/generated/model/commentResponse';
import type { CommentThreadResponse } from '../../api/generated/model/commentThreadResponse';
import { comments as text } from '../../messages/engagement';
import { Avatar } from '../../ui/avatar';
import { UserLink } from '../../shared/links';
import { isolate } from '../../ui/isolate';
import { LazyBoundary } from '../../ui/lazy';
import { useFormatTime } from '../../ui/time';
import { useCommentElementId } from './comment-ids';
import { CommentText } from './comment-text';
import classes from './comments.module.css';
import { getCommentAnchor } from './use-linked-comment';

const MemberComment = lazy(() => import('./writing/member-comment'));
const PassageNote = lazy(() => import('./passage-note'));

interface CommentItemProps {
  comment: CommentResponse;
  /** The URL refers to this comment. */
  isLinked: boolean;
  /** The comment or reply belongs to it; absent for users who cannot comment. */
  thread?: CommentThreadResponse | undefined;
}

function Byline({ comment }: { comment: CommentResponse }) {
  const { id, root_id, parent_id, parent_author, author, created_at, edited_at, edited_by_moderator, is_hidden } =
    comment;
  const { formatDateTime } = useFormatTime();
  const date = formatDateTime(created_at);
  return (
    <p className={classes.byline}>
      <span className={classes.name}>
        <UserLink id={author.id} name={author.name} />
      </span>
      <span>@{author.handle}</span>
      {/* The position shows that a reply is to the top-level comment. */}
      {parent_id && parent_author && parent_id !== root_id && (
        <Link to="." search hash={getCommentAnchor(parent_id)} resetScroll={false} className={classes.date}>
          {isolate(text.replyTo, parent_author)}
        </Link>
      )}
      <span className={classes.timestamp}>
        <Link
          to="."
          search
          hash={getCommentAnchor(id)}
          resetScroll={false}
          aria-label={text.linkTo(date)}
          className={classes.date}
        >
          <time dateTime={created_at}>{date}</time>
        </Link>
        {edited_at && (
          <span title={text.edited(formatDateTime(edited_at))}>
            {edited_by_moderator ? text.editedByModerator : text.editedShort}
          </span>
        )}
      </span>
      {is_hidden && <span className={classes.hidden}>{text.hidden}</span>}
    </p>
  );
}

export function CommentItem({ comment, isLinked, thread }: CommentItemProps) {
  const getElementId = useCommentElementId();
  const plain = <CommentText comment={comment} />;
  return (
    <article
      id={getElementId(comment.id)}
      tabIndex={-1}
      aria-label={text.of(comment.author.name)}
      className={classes.comment}
      data-linked={isLinked || undefined}
    >
      <Avatar name={comment.author.name} src={comment.author.avatar_url} />
      <div className={classes.body}>
        <Byline comment={comment} />
        {(comment.anchor ?? comment.resolved_at) !== null && (
          <LazyBoundary>
            <PassageNote comment={comment} />
          </LazyBoundary>
        )}
        {comment.abilities ? (
          <LazyBoundary
            errorFallback={plain}
            fallback={
              <>
                {plain}
                <div className={classes.actionsSlot} />
              </>
            }
          >
            <MemberComment comment={comment} thread={thread} />
          </LazyBoundary>
        ) : (
          plain
        )}
      </div>
    </article>
  );
}
