import { IconX } from '@tabler/icons-react';
import type { Passage } from '@hub/shared/passages';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { createComment } from '../../../api/generated/comments/comments';
import type { CommentThreadResponse } from '../../../api/generated/model/commentThreadResponse';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { commenting } from '../../../messages/commenting';
import { passages as text } from '../../../messages/passages';
import { useIdempotentRequest } from '../../../shared/forms/idempotency-key';
import { CommentIds } from '../comment-ids';
import { CommentThread } from '../comment-thread';
import type { Subject } from '../queries';
import { addComment } from '../writing/comment-cache';
import { CommentForm } from '../writing/comment-form';
import { getNewCommentDraftKey } from '../writing/use-persisted-form';
import commentClasses from '../comments.module.css';
import { refreshPassages } from '../passage-queries';
import noteClasses from '../passage-note.module.css';
import classes from './passages.module.css';

interface PassageDialogProps {
  label: string;
  /** from the top of the text, in pixels */
  top: number;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog below a passage, beside which the text stays readable. Escape closes it. */
export function PassageDialog({ label, top, onClose, children }: PassageDialogProps) {
  const dialog = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The field of a form in it has the focus already.
    if (!dialog.current?.contains(document.activeElement)) dialog.current?.focus({ preventScroll: true });
    dialog.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div
      ref={dialog}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className={classes.dialog}
      style={{ top }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <button type="button" className={classes.close} aria-label={text.close} onClick={onClose}>
        <IconX size={16} aria-hidden="true" />
      </button>
      {children}
    </div>
  );
}

interface NewPassageCommentProps {
  user: OwnUserResponse;
  subject: Subject;
  passage: Passage;
  revisionId: string | undefined;
  onCreated: () => void;
}

export function NewPassageComment({ user, subject, passage, revisionId, onCreated }: NewPassageCommentProps) {
  const queryClient = useQueryClient();
  const sendOnce = useIdempotentRequest();
  return (
    <>
      <blockquote className={noteClasses.quote}>{passage.quote}</blockquote>
      <CommentForm
        // What was meant for a review does not come back where everybody reads it.
        name={`${getNewCommentDraftKey(user.id, subject)} passage ${revisionId ?? ''} ${passage.quote.slice(0, 80)}`}
        label={text.label}
        placeholder={text.placeholder}
        shouldFocus
        submitLabel={commenting.send}
        errorText={commenting.sendFailed}
        submit={async (content) => {
          const request = {
            content_type: subject.kind,
            content_id: subject.id,
            content,
            anchor: passage,
            ...(revisionId && { revision_id: revisionId }),
          };
          const comment = await sendOnce(request, createComment);
          if (!revisionId) addComment(queryClient, subject, comment);
          await refreshPassages(queryClient, subject);
          onCreated();
        }}
      />
    </>
  );
}

interface PassageThreadsProps {
  subject: Subject;
  threads: readonly CommentThreadResponse[];
  canReply: boolean;
}

export function PassageThreads({ subject, threads, canReply }: PassageThreadsProps) {
  return (
    // The list below the text has the same comments.
    <CommentIds value="passage-">
      <ol className={commentClasses.list}>
        {threads.map((thread) => (
          <CommentThread key={thread.id} subject={subject} thread={thread} linked={undefined} canReply={canReply} />
        ))}
      </ol>
    </CommentIds>
  );
}
