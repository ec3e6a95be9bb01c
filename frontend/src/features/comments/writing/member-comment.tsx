import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { deleteComment, resolveComment, updateComment } from '../../../api/generated/comments/comments';
import type { CommentResponse } from '../../../api/generated/model/commentResponse';
import type { CommentThreadResponse } from '../../../api/generated/model/commentThreadResponse';
import { readPersistedText } from '../../../lib/persisted-text';
import { commenting as text } from '../../../messages/commenting';
import { ReportButton } from '../../../shared/report/report-button';
import { passages } from '../../../messages/passages';
import { announceDeletion } from '../../../shared/trash/trash';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Button } from '../../../ui/button';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import { getErrorText } from '../../../api/problem';
import { useIdempotentRequest } from '../../../shared/forms/idempotency-key';
import { useReturnFocus } from '../../../shared/forms/use-return-focus';
import { useSession } from '../../../shared/session/session';
import { getText } from '@hub/shared/markdown/hast';
import { parseMarkdown } from '@hub/shared/markdown/parse-markdown';
import { CommentText } from '../comment-text';
import classes from '../comments.module.css';
import { refreshPassages } from '../passage-queries';
import { removeComment, replaceComment } from './comment-cache';
import { CommentForm } from './comment-form';
import { ReplyForm } from './reply-form';
import { getEditDraftKey, getReplyDraftKey } from './use-persisted-form';
import { isolate } from '../../../ui/isolate';

const MAX_EXCERPT_LENGTH = 60;

/** A short excerpt that identifies the comment in dialogs, as plain text. */
function toExcerpt(content: string): string {
  const plain = getText(parseMarkdown(content.slice(0, 5 * MAX_EXCERPT_LENGTH), 'text'));
  const line = plain.replace(/\s+/g, ' ').trim();
  return line.length > MAX_EXCERPT_LENGTH ? `${line.slice(0, MAX_EXCERPT_LENGTH).trimEnd()}…` : line;
}

const getSubject = ({ content_type, content_id }: CommentResponse) => ({ kind: content_type, id: content_id });

/** Moves the focus from a deleted comment to the next one, the previous one or the heading. */
function focusNext(actions: HTMLElement): void {
  const item = actions.closest('li');
  const sibling = item?.nextElementSibling ?? item?.previousElementSibling ?? item?.parentElement?.closest('li');
  const next = sibling?.querySelector('article') ?? actions.closest('section')?.querySelector('h3');
  next?.focus();
}

function useDeleteComment(comment: CommentResponse, isOwn: boolean) {
  const queryClient = useQueryClient();
  const actions = useRef<HTMLDivElement>(null);
  const { mutate, isPending } = useActionMutation({
    mutationFn: () => deleteComment(comment.id),
    onSuccess: () => {
      if (actions.current) focusNext(actions.current);
      removeComment(queryClient, getSubject(comment), comment);
      announceDeletion(queryClient, text.removed, { type: 'comment', id: comment.id });
    },
    onError: (error) => {
      void alert({ title: text.removeFailedTitle, text: getErrorText(error, text.removeFailed) });
    },
  });
  const remove = async () => {
    const confirmed = await confirm({
      title: text.removeTitle,
      text: isOwn
        ? text.removeOwnText(toExcerpt(comment.content))
        : isolate(
            (name, beginning) => text.removeText({ name, beginning }),
            comment.author.name,
            toExcerpt(comment.content),
          ),
      confirmLabel: text.remove,
      isDestructive: true,
    });
    if (confirmed) mutate();
  };
  return { actions, remove, isRemoving: isPending };
}

function useResolveComment(comment: CommentResponse) {
  const queryClient = useQueryClient();
  const isResolved = comment.resolved_at !== null;
  return useActionMutation({
    mutationFn: () => resolveComment(comment.id, { is_resolved: !isResolved }),
    onSuccess: async (changed) => {
      toast(isResolved ? passages.reopenedToast : passages.resolvedToast, { subject: comment.id });
      replaceComment(queryClient, getSubject(comment), changed);
      await refreshPassages(queryClient, getSubject(comment));
    },
    onError: (error) => {
      void alert({ title: passages.resolveFailedTitle, text: getErrorText(error, passages.resolveFailed) });
    },
  });
}

interface MemberCommentProps {
  comment: CommentResponse;
  /** What a reply is added to; absent for users who cannot comment. */
  thread?: CommentThreadResponse | undefined;
}

/** A comment with the actions of a signed-in user. */
export default function MemberComment({ comment, thread }: MemberCommentProps) {
  const queryClient = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  const editButton = useReturnFocus(isEditing);
  const { author, abilities } = comment;
  const { user } = useSession();
  const isOwn = user?.id === author.id;
  // A draft of an earlier visit is shown.
  const [isReplying, setReplying] = useState(
    () => thread !== undefined && user != null && readPersistedText(getReplyDraftKey(user.id, comment.id)) !== null,
  );
  const [shouldFocus, setShouldFocus] = useState(false);
  const sendReplyOnce = useIdempotentRequest();
  const replyButton = useReturnFocus(isReplying);
  const { actions, remove, isRemoving } = useDeleteComment(comment, isOwn);
  const resolution = useResolveComment(comment);

  // The session may end before the comments are refetched.
  if (!user) return <CommentText comment={comment} />;
  if (isEditing) {
    const close = () => {
      setEditing(false);
    };
    return (
      <CommentForm
        shouldFocus
        name={getEditDraftKey(user.id, comment.id)}
        label={isOwn ? text.editOwn : text.editNamed(author.name)}
        stored={comment.content}
        baseVersion={comment.edited_at ?? comment.created_at}
        submitLabel={text.save}
        errorText={text.saveFailed}
        submit={async (content) => {
          replaceComment(queryClient, getSubject(comment), await updateComment(comment.id, { content }));
          close();
        }}
        onCancel={close}
      />
    );
  }
  return (
    <>
      <CommentText comment={comment} />
      <div ref={actions} className={classes.actions}>
        {/* Stays while the form is open, so that no other button moves under the pointer. */}
        {thread && (
          <Button
            ref={replyButton}
            variant="subtle"
            size="sm"
            aria-label={text.replyTo(author.name)}
            aria-expanded={isReplying}
            onClick={() => {
              setShouldFocus(true);
              setReplying(!isReplying);
            }}
          >
            {text.reply}
          </Button>
        )}
        {abilities?.resolve && (
          <Button
            variant="subtle"
            size="sm"
            isLoading={resolution.isPending}
            onClick={() => {
              resolution.mutate();
            }}
          >
            {comment.resolved_at === null ? passages.resolve : passages.reopen}
          </Button>
        )}
        {abilities?.edit && (
          <Button
            ref={editButton}
            variant="subtle"
            size="sm"
            aria-label={isOwn ? text.editOwn : text.editNamed(author.name)}
            onClick={() => {
              setEditing(true);
            }}
          >
            {text.edit}
          </Button>
        )}
        {abilities?.delete && (
          <Button
            variant="subtle"
            size="sm"
            aria-label={isOwn ? text.removeOwn : text.removeNamed(author.name)}
            isLoading={isRemoving}
            onClick={() => void remove()}
          >
            {text.remove}
          </Button>
        )}
        <ReportButton type="comment" id={comment.id} authorId={author.id} name={author.name} />
      </div>
      {thread && isReplying && (
        <ReplyForm
          user={user}
          comment={comment}
          thread={thread}
          sendOnce={sendReplyOnce}
          shouldFocus={shouldFocus}
          onClose={() => {
            setReplying(false);
          }}
        />
      )}
    </>
  );
}
