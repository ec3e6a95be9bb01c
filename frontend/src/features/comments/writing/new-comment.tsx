import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { createComment } from '../../../api/generated/comments/comments';
import type { CommentResponse } from '../../../api/generated/model/commentResponse';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { hasPersistedText } from '../../../lib/persisted-text';
import { messages } from '../../../messages/common';
import { commenting as text } from '../../../messages/commenting';
import { Avatar } from '../../../ui/avatar';
import { useIdempotentRequest } from '../../../shared/forms/idempotency-key';
import { useCan } from '../../../shared/session/session';
import { openSignIn } from '../../../shared/session/sign-in-request';
import sectionClasses from '../comments.module.css';
import type { Subject } from '../queries';
import { addComment } from './comment-cache';
import { CommentForm } from './comment-form';
import classes from './comment-form.module.css';
import { getDraftPrefix, getNewCommentDraftKey } from './use-persisted-form';

interface NewCommentProps {
  user: OwnUserResponse;
  subject: Subject;
  /** The user may not comment here, whatever their role. */
  isReadOnly?: boolean;
  shouldFocus?: boolean;
  onCreated: (comment: CommentResponse) => void;
}

export function NewComment({ user, subject, isReadOnly, shouldFocus, onCreated }: NewCommentProps) {
  const queryClient = useQueryClient();
  const sendOnce = useIdempotentRequest();
  if (!useCan('comments.create')) return <p className={classes.notAllowed}>{text.notAllowed}</p>;
  if (isReadOnly) return <p className={classes.notAllowed}>{text.readOnly}</p>;
  return (
    <div className={classes.newComment}>
      <Avatar name={user.name} src={user.avatar_url} />
      <CommentForm
        name={getNewCommentDraftKey(user.id, subject)}
        label={text.label}
        placeholder={text.placeholder}
        shouldFocus={shouldFocus}
        submitLabel={text.send}
        errorText={text.sendFailed}
        submit={async (content) => {
          const request = { content_type: subject.kind, content_id: subject.id, content };
          const comment = await sendOnce(request, createComment);
          addComment(queryClient, subject, comment);
          onCreated(comment);
        }}
      />
    </div>
  );
}

/** Replaces the form when the session ended while the page was open. */
export function SignedOutDraftNotice({ userId }: { userId: string }) {
  const [hasDraft] = useState(() => hasPersistedText(getDraftPrefix(userId)));
  const container = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // Moves the focus lost with the form to the sign-in link, unless it is elsewhere.
    if (document.activeElement === document.body) container.current?.querySelector('a')?.focus();
  }, []);
  return (
    <p ref={container} role="alert" className={sectionClasses.missing}>
      {text.signedOut} {hasDraft && text.kept}{' '}
      <Link to="/login" onClick={openSignIn({ reason: 'expired', formerUserId: userId })}>
        {messages.access.signIn}
      </Link>
    </p>
  );
}
