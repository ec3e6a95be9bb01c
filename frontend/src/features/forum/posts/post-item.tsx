import { IconCornerUpLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, useState } from 'react';
import type { PostResponse } from '../../../api/generated/model/postResponse';
import type { ThreadResponse } from '../../../api/generated/model/threadResponse';
import { forum } from '../../../messages/forum';
import { threadKeys } from '../../../shared/shortcuts/key-maps';
import { runKeyAction } from '../../../shared/shortcuts/plain-keys';
import { LazyBoundary } from '../../../ui/lazy';
import { BecameDocument } from './became-document';
import { SplitChoice } from './split-choice';
import { PostAuthor } from './post-author';
import { PostReactions } from './post-reactions';
import { PostText } from './post-text';
import { Signature } from './signature';
import { getPostAnchor, getPostLink } from './use-linked-post';
import { isVisible } from './visible-post';
import { Time } from '../../../ui/time';
import classes from './post.module.css';

const text = forum.thread;

const MemberPost = lazy(() => import('./member-post'));
const EditHistory = lazy(() => import('./edit-history'));

/** What a post can put into the reply form; absent for those who cannot reply. */
export interface ReplyActions {
  onReply: (post: PostResponse) => void;
  onQuote: (post: PostResponse, text: string) => void;
}

interface PostLinkProps {
  threadId: string;
  number: number;
  label?: string;
  className?: string;
  children: ReactNode;
}

/** A link to a post of the thread. */
export function PostLink({ threadId, number, label, className, children }: PostLinkProps) {
  return (
    <Link
      {...getPostLink({ thread_id: threadId, number })}
      preload={false}
      activeProps={{}}
      aria-label={label}
      className={className}
    >
      {children}
    </Link>
  );
}

function PostHeader({ post }: { post: PostResponse }) {
  const { thread_id, number, created_at, edited_at, is_solution, is_hidden } = post;
  return (
    <p className={classes.postHead}>
      <Time iso={created_at} withTime />
      {number === 1 && <span className={classes.original}>{text.originalPost}</span>}
      {is_solution && <span className={classes.solutionMark}>{text.solution}</span>}
      {is_hidden && <span className={classes.hiddenMark}>{text.hiddenForOthers}</span>}
      {edited_at && (
        <LazyBoundary
          fallback={<span>{post.edited_by_moderator ? text.editedByModerator : text.edited}</span>}
          errorFallback={<span>{text.edited}</span>}
        >
          <EditHistory post={post} editedAt={edited_at} />
        </LazyBoundary>
      )}
      <PostLink
        threadId={thread_id}
        number={number}
        label={text.permalink(number)}
        className={classes.number}
      >{`#${number}`}</PostLink>
    </p>
  );
}

/** What remains of a deleted post, or of one that is hidden from the user. */
function Placeholder({ post: { number, is_deleted } }: { post: PostResponse }) {
  return (
    <li id={getPostAnchor(number)} data-number={number} tabIndex={-1} className={classes.placeholder}>
      <span>{is_deleted ? text.deleted : text.hidden}</span>
      <span>{`#${number}`}</span>
    </li>
  );
}

interface PostItemProps {
  post: PostResponse;
  thread: ThreadResponse;
  /** The URL refers to this post. */
  isLinked: boolean;
  /** The author's signature is shown once on a page. */
  hasSignature: boolean;
  replyActions?: ReplyActions;
}

export function PostItem({ post, thread, isLinked, hasSignature, replyActions }: PostItemProps) {
  const { number, author_name, reply_to } = post;
  const [isEditing, setEditing] = useState(false);
  if (!isVisible(post)) return <Placeholder post={post} />;
  const plain = (
    <>
      <PostText post={post} idPrefix={post.id} />
      <PostReactions post={post} />
    </>
  );
  const keyActions = {
    [threadKeys.reply]:
      replyActions &&
      (() => {
        replyActions.onReply(post);
      }),
    [threadKeys.edit]: post.abilities?.edit
      ? () => {
          setEditing(true);
        }
      : undefined,
  };
  return (
    <li
      id={getPostAnchor(number)}
      data-number={number}
      tabIndex={-1}
      aria-label={text.post({ number, name: author_name })}
      className={classes.post}
      data-linked={isLinked || undefined}
      // The shell moves the focus here after a navigation.
      data-first-focus={isLinked || undefined}
      data-solution={post.is_solution || undefined}
      onKeyDown={({ nativeEvent }) => {
        runKeyAction(nativeEvent, keyActions);
      }}
    >
      <SplitChoice post={post} />
      <PostAuthor post={post} />
      <PostHeader post={post} />
      {reply_to && (
        <PostLink threadId={thread.id} number={reply_to.number} className={classes.replyTo}>
          <IconCornerUpLeft size={14} aria-hidden="true" />
          {text.inReplyTo({ name: reply_to.author_name, number: reply_to.number })}
        </PostLink>
      )}
      {post.abilities ? (
        <LazyBoundary errorFallback={plain} fallback={plain}>
          <MemberPost
            post={post}
            thread={thread}
            replyActions={replyActions}
            isEditing={isEditing}
            onEdit={setEditing}
          />
        </LazyBoundary>
      ) : (
        plain
      )}
      <BecameDocument post={post} />
      {hasSignature && <Signature text={post.author_signature} idPrefix={`${post.id}-signature`} />}
    </li>
  );
}
