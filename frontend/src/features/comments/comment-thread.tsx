import { useQueryClient } from '@tanstack/react-query';
import type { CommentThreadResponse } from '../../api/generated/model/commentThreadResponse';
import { comments as text } from '../../messages/engagement';
import { useActionMutation } from '../../shared/use-action-mutation';
import { Button } from '../../ui/button';
import { useCommentElementId } from './comment-ids';
import { CommentItem } from './comment-item';
import { requestReplies, type Subject } from './queries';
import { mergeReplies, updateThreads } from './thread-cache';
import classes from './comments.module.css';

interface MoreRepliesProps {
  subject: Subject;
  thread: CommentThreadResponse;
  /** Whether the replies are older or newer than those shown. */
  side: 'before' | 'after';
}

/** Loads the replies before or after those shown. */
function MoreReplies({ subject, thread, side }: MoreRepliesProps) {
  const queryClient = useQueryClient();
  const getElementId = useCommentElementId();
  const { id, replies, reply_count, replies_before } = thread;
  const { mutate, isPending, isError } = useActionMutation({
    mutationFn: () =>
      requestReplies(subject, id, { [side]: (side === 'before' ? replies[0] : replies.at(-1))?.id ?? id }),
    onSuccess: ({ items, hasNext, hasPrevious }) => {
      updateThreads(queryClient, subject, id, (each) => {
        const merged = mergeReplies(each.replies, items);
        if (side === 'before')
          return { ...each, replies: merged, replies_before: hasPrevious ? each.replies_before - items.length : 0 };
        return {
          ...each,
          replies: merged,
          reply_count: hasNext ? each.reply_count : each.replies_before + merged.length,
        };
      });
      const first = items[0];
      // The button has moved or disappeared.
      if (first) setTimeout(() => document.getElementById(getElementId(first.id))?.focus({ preventScroll: true }));
    },
  });
  const count = side === 'before' ? replies_before : reply_count - replies_before - replies.length;
  if (count <= 0) return null;
  return (
    <div className={classes.moreReplies}>
      <Button
        variant="subtle"
        size="sm"
        isLoading={isPending}
        onClick={() => {
          mutate();
        }}
      >
        {side === 'before' ? text.earlierReplies(count) : text.moreReplies(count)}
      </Button>
      {isError && <p role="alert">{text.moreFailed}</p>}
    </div>
  );
}

interface CommentThreadProps {
  subject: Subject;
  thread: CommentThreadResponse;
  /** The id of the comment the URL refers to. */
  linked: string | undefined;
  canReply: boolean;
}

/** A top-level comment with its replies. */
export function CommentThread({ subject, thread, linked, canReply }: CommentThreadProps) {
  const { id, comment, replies } = thread;
  return (
    <li className={classes.thread}>
      {comment ? (
        <CommentItem comment={comment} isLinked={id === linked} thread={canReply ? thread : undefined} />
      ) : (
        <p className={classes.removed}>{text.removed}</p>
      )}
      {replies.length > 0 && (
        <div className={classes.replies}>
          <MoreReplies subject={subject} thread={thread} side="before" />
          <ol aria-label={comment ? text.repliesTo(comment.author.name) : text.replies} className={classes.list}>
            {replies.map((reply) => (
              <li key={reply.id}>
                <CommentItem comment={reply} isLinked={reply.id === linked} thread={canReply ? thread : undefined} />
              </li>
            ))}
          </ol>
          <MoreReplies subject={subject} thread={thread} side="after" />
        </div>
      )}
    </li>
  );
}
