import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { createComment } from '../../../api/generated/comments/comments';
import type { CommentResponse } from '../../../api/generated/model/commentResponse';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { createRandomKey } from '../../../lib/random-key';
import { commenting as text } from '../../../messages/en-commenting';
import { Avatar } from '../../../ui/avatar';
import { useCan } from '../../../shared/session/session';
import { addComment } from './comment-cache';
import { CommentForm } from './comment-form';
import classes from './comment-form.module.css';
import { getNewCommentDraftKey } from './draft-keys';
import type { Subject } from '../queries';

interface NewCommentProps {
  user: OwnUserResponse;
  subject: Subject;
  /** The comment being replied to. */
  repliedTo: CommentResponse | undefined;
  onCreated: () => void;
}

/** Uses one idempotency key per text: retrying the same text creates no second comment. */
function useCreateComment({ kind, id }: Subject) {
  const last = useRef({ content: '', key: '' });
  return async (content: string) => {
    if (last.current.content !== content) last.current = { content, key: createRandomKey() };
    const headers = { 'Idempotency-Key': last.current.key };
    const comment = await createComment({ content_type: kind, content_id: id, content }, { headers });
    last.current = { content: '', key: '' };
    return comment;
  };
}

export default function NewComment({ user, subject, repliedTo, onCreated }: NewCommentProps) {
  const queryClient = useQueryClient();
  const send = useCreateComment(subject);
  const insertion = useMemo(() => repliedTo && { text: `@${repliedTo.author.handle} ` }, [repliedTo]);
  if (!useCan('comments.create')) return <p className={classes.notAllowed}>{text.notAllowed}</p>;
  return (
    <div className={classes.newComment}>
      <Avatar name={user.name} src={user.avatar_url} />
      <CommentForm
        name={getNewCommentDraftKey(user.id, subject)}
        label={text.label}
        placeholder={text.placeholder}
        insertion={insertion}
        submitLabel={text.send}
        errorText={text.sendFailed}
        submit={async (content) => {
          addComment(queryClient, subject, await send(content));
          onCreated();
        }}
      />
    </div>
  );
}
