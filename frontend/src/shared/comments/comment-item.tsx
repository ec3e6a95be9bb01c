import { Link } from '@tanstack/react-router';
import { lazy } from 'react';
import type { CommentResponse } from '../../api/generated/model/commentResponse';
import { formatDateTime } from '../../lib/format';
import { comments as text } from '../../messages/en-comments';
import { Avatar } from '../../ui/avatar';
import { PersonLink } from '../people/person-link';
import { Part } from '../../ui/part';
import { CommentText } from './comment-text';
import classes from './comments.module.css';
import { anchorOf } from './use-linked-comment';

const MemberComment = lazy(() => import('./writing/member-comment'));

interface CommentItemProps {
  comment: CommentResponse;
  /** The address leads to it. */
  isLinked: boolean;
  /** Absent for those who cannot write. */
  onReply?: (comment: CommentResponse) => void;
}

function Byline({ comment }: { comment: CommentResponse }) {
  const { id, author, created_at, edited_at, edited_by_moderator, is_hidden } = comment;
  const date = formatDateTime(created_at);
  return (
    <p className={classes.byline}>
      <span className={classes.name}>
        <PersonLink id={author.id} name={author.name} />
      </span>
      <span className={classes.handle}>@{author.handle}</span>
      <span className={classes.when}>
        <Link
          to="."
          search
          hash={anchorOf(id)}
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
      id={anchorOf(comment.id)}
      tabIndex={-1}
      aria-label={text.of(comment.author.name)}
      className={classes.comment}
      data-linked={isLinked || undefined}
    >
      <Avatar name={comment.author.name} src={comment.author.avatar_url} />
      <div className={classes.body}>
        <Byline comment={comment} />
        {comment.abilities ? (
          <Part
            missing={plain}
            waiting={
              <>
                {plain}
                <div className={classes.actsPlace} />
              </>
            }
          >
            <MemberComment comment={comment} onReply={onReply} />
          </Part>
        ) : (
          plain
        )}
      </div>
    </li>
  );
}
