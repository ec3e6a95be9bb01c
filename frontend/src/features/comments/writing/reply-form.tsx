import { useQueryClient } from '@tanstack/react-query';
import { createComment } from '../../../api/generated/comments/comments';
import type { CommentResponse } from '../../../api/generated/model/commentResponse';
import type { CommentThreadResponse } from '../../../api/generated/model/commentThreadResponse';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { commenting as text } from '../../../messages/commenting';
import type { useIdempotentRequest } from '../../../shared/forms/idempotency-key';
import { refreshQueries } from '../../../shared/query-client';
import { getCommentPagesKey } from '../queries';
import { useCommentElementId } from '../comment-ids';
import { addReply } from './comment-cache';
import { CommentForm } from './comment-form';
import { getReplyDraftKey } from './use-persisted-form';

interface ReplyFormProps {
  user: OwnUserResponse;
  /** The parent of the reply. */
  comment: CommentResponse;
  thread: CommentThreadResponse;
  /** Outlives the form: a reply sent again while the first is on its way is the same one. */
  sendOnce: ReturnType<typeof useIdempotentRequest>;
  shouldFocus: boolean;
  onClose: () => void;
}

/** The form for a reply, shown below its parent. */
export function ReplyForm({ user, comment, thread, sendOnce, shouldFocus, onClose }: ReplyFormProps) {
  const queryClient = useQueryClient();
  const getElementId = useCommentElementId();
  const { id, content_type, content_id, author } = comment;
  return (
    <CommentForm
      shouldFocus={shouldFocus}
      name={getReplyDraftKey(user.id, id)}
      label={text.replyTo(author.name)}
      submitLabel={text.sendReply}
      errorText={text.sendFailed}
      submit={async (content) => {
        const reply = await sendOnce({ content_type, content_id, content, parent_id: id }, createComment);
        const subject = { kind: content_type, id: content_id };
        // The reply is stored: a failure to load the replies before it is not a failure to send.
        await addReply(queryClient, subject, thread, reply).catch(
          () => void refreshQueries(queryClient, getCommentPagesKey(subject)),
        );
        onClose();
        // The reply is shown behind the others, and the focus returns to the button of the form before.
        setTimeout(() => {
          const element = document.getElementById(getElementId(reply.id));
          element?.focus({ preventScroll: true });
          element?.scrollIntoView({ block: 'nearest' });
        });
      }}
      onCancel={onClose}
    />
  );
}
