import { IconCornerUpLeft, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { createPost } from '../../../api/generated/forum-writing/forum-writing';
import type { PostResponse } from '../../../api/generated/model/postResponse';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import type { ThreadResponse } from '../../../api/generated/model/threadResponse';
import { forumWriting } from '../../../messages/forum-writing';
import { useIdempotentRequest } from '../../../shared/forms/idempotency-key';
import { IconButton } from '../../../ui/button';
import { isolate } from '../../../ui/isolate';
import { useOpenPost } from './use-new-posts';
import { draftKeys } from '../draft-keys';
import { PostForm } from './post-form';
import classes from './writing.module.css';

const text = forumWriting.reply;

/** What puts text into the reply form. */
export interface ReplyRequest {
  /** The post being replied to. */
  replyTo?: PostResponse;
  /** Each new object is inserted once. */
  insertion?: { text: string };
}

interface QuickReplyProps {
  user: OwnUserResponse;
  thread: ThreadResponse;
  request: ReplyRequest;
  onRequest: (request: ReplyRequest) => void;
}

/** The form below a thread. */
export default function QuickReply({ user, thread, request, onRequest }: QuickReplyProps) {
  const { replyTo, insertion } = request;
  const headingId = useId();
  const sendOnce = useIdempotentRequest();
  const openPost = useOpenPost();
  const send = async (content: string) => {
    const body = { content, reply_to_id: replyTo?.id ?? null };
    const post = await sendOnce(body, (reply, options) => createPost(thread.id, reply, options));
    onRequest({});
    // Not awaited: the post is stored, whether or not it can be shown.
    // Its thread, which may have been merged into another meanwhile.
    void openPost(post.thread_id, post.number);
  };
  return (
    <section aria-labelledby={headingId} className={classes.reply}>
      <h2 id={headingId} className={classes.heading}>
        {text.title}
      </h2>
      <PostForm
        draftKey={draftKeys.reply(user.id, thread.id)}
        label={text.label}
        placeholder={text.placeholder}
        insertion={insertion}
        submitLabel={text.send}
        errorText={text.failed}
        submit={send}
      >
        {replyTo && (
          <p className={classes.replyTo}>
            <IconCornerUpLeft size={16} aria-hidden="true" />
            <span>{isolate((name) => text.replyingTo({ name, number: replyTo.number }), replyTo.author_name)}</span>
            <IconButton
              aria-label={text.removeReplyTo}
              onClick={() => {
                onRequest({ insertion: { text: '' } });
              }}
            >
              <IconX size={16} aria-hidden="true" />
            </IconButton>
          </p>
        )}
      </PostForm>
    </section>
  );
}
