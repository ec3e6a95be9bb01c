import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { createComment } from '../../../api/generated/comments/comments';
import type { CommentResponse } from '../../../api/generated/model/commentResponse';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { randomKey } from '../../../lib/random-key';
import { commenting as text } from '../../../messages/en-commenting';
import { Avatar } from '../../../ui/avatar';
import { useCan } from '../../session/session';
import { addComment } from './changes';
import { CommentForm } from './comment-form';
import classes from './comment-form.module.css';
import { newCommentDraft } from './draft-name';
import type { Subject } from '../queries';

interface NewCommentProps {
  user: OwnUserResponse;
  subject: Subject;
  /** The comment that somebody wants to answer. */
  answered: CommentResponse | undefined;
  onSent: () => void;
}

/** One key for each text: sending the same again writes nothing, another text is another comment. */
function useSend({ kind, id }: Subject) {
  const last = useRef({ content: '', key: '' });
  return async (content: string) => {
    if (last.current.content !== content) last.current = { content, key: randomKey() };
    const headers = { 'Idempotency-Key': last.current.key };
    const comment = await createComment({ content_type: kind, content_id: id, content }, { headers });
    last.current = { content: '', key: '' };
    return comment;
  };
}

export default function NewComment({ user, subject, answered, onSent }: NewCommentProps) {
  const queryClient = useQueryClient();
  const send = useSend(subject);
  const insertion = useMemo(() => answered && { text: `@${answered.author.handle} ` }, [answered]);
  if (!useCan('comments.create')) return <p className={classes.notAllowed}>{text.notAllowed}</p>;
  return (
    <div className={classes.own}>
      <Avatar name={user.name} src={user.avatar_url} />
      <CommentForm
        name={newCommentDraft(user.id, subject)}
        label={text.label}
        placeholder={text.placeholder}
        insertion={insertion}
        submitLabel={text.send}
        failed={text.sendFailed}
        send={async (content) => {
          addComment(queryClient, subject, await send(content));
          onSent();
        }}
      />
    </div>
  );
}
