import { Link } from '@tanstack/react-router';
import { lazy } from 'react';
import type { CommentResponse } from '../../api/generated/model/commentResponse';
import { formatDateTime } from '../../lib/format';
import { comments as text } from '../../messages/en-engagement';
import { Avatar } from '../../ui/avatar';
import { UserLink } from '../../shared/links';
import { LazyBoundary } from '../../ui/lazy';
import { CommentText } from './comment-text';
import classes from './comments.module.css';
import { getCommentAnchor } from './use-linked-comment';

const MemberComment = lazy(() => import('./writing/member-comment'));

interface CommentItemProps {
  comment: CommentResponse;
  /** The URL refers to this comment. */
  isLinked: boolean;
  /** Absent for users who cannot comment. */
  onReply?: (comment: CommentResponse) => void;
}

function Byline({ comment }: { comment: CommentResponse }) {
  const { id, author, created_at, edited_at, edited_by_moderator, is_hidden } = comment;
  const date = formatDateTime(created_at);
  return (
    <p className={classes.byline}>
      <span className={classes.name}>
        <UserLink id={author.id} name={author.name} />
      </span>
      <span>@{author.handle}</span>
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

export function CommentItem({ comment, isLinked, onReply }: CommentItemProps) {
  const plain = <CommentText comment={comment} />;
  return (
    <li
      id={getCommentAnchor(comment.id)}
      tabIndex={-1}
      aria-label={text.of(comment.author.name)}
      className={classes.comment}
      data-linked={isLinked || undefined}
    >
      <Avatar name={comment.author.name} src={comment.author.avatar_url} />
      <div className={classes.body}>
        <Byline comment={comment} />
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
            <MemberComment comment={comment} onReply={onReply} />
          </LazyBoundary>
        ) : (
          plain
        )}
      </div>
    </li>
  );
}
