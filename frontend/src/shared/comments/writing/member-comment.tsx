import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { deleteComment, updateComment } from '../../../api/generated/comments/comments';
import type { CommentResponse } from '../../../api/generated/model/commentResponse';
import { commenting as text } from '../../../messages/en-commenting';
import { Button } from '../../../ui/button';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import { failureText } from '../../errors/failure-text';
import { useSession } from '../../session/session';
import { CommentText } from '../comment-text';
import classes from '../comments.module.css';
import { dropComment, replaceComment } from './changes';
import { CommentForm } from './comment-form';
import { editDraft } from './draft-name';

const BEGINNING = 60;

/** Enough of a comment to know which one is meant. */
function beginningOf(content: string): string {
  const words = content.replace(/\s+/g, ' ').trim();
  return words.length > BEGINNING ? `${words.slice(0, BEGINNING).trimEnd()}…` : words;
}

const subjectOf = ({ content_type, content_id }: CommentResponse) => ({ kind: content_type, id: content_id });

/** What has the focus goes: the next comment gets it, or the one before, or the heading above them all. */
function leave(place: HTMLElement): void {
  const comment = place.closest('li');
  const near = comment?.nextElementSibling ?? comment?.previousElementSibling;
  const next = near instanceof HTMLElement ? near : place.closest('section')?.querySelector('h2');
  next?.focus();
}

function useRemove(comment: CommentResponse) {
  const queryClient = useQueryClient();
  const place = useRef<HTMLDivElement>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: () => deleteComment(comment.id),
    onSuccess: () => {
      if (place.current) leave(place.current);
      dropComment(queryClient, subjectOf(comment), comment.id);
      toast(text.removed);
    },
    onError: (error) => {
      void alert({ title: text.removeFailedTitle, text: failureText(error, text.removeFailed) });
    },
  });
  const remove = async () => {
    const confirmed = await confirm({
      title: text.removeTitle,
      text: text.removeText(comment.author.name, beginningOf(comment.content)),
      confirmLabel: text.remove,
      destructive: true,
    });
    if (confirmed) mutate();
  };
  return { place, remove, isRemoving: isPending };
}

/** The button gets the focus back that the form had, once it stands there again; whoever went on elsewhere stays there. */
function useReturn(isEditing: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current && !isEditing && document.activeElement === document.body) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return button;
}

interface MemberCommentProps {
  comment: CommentResponse;
  onReply?: (comment: CommentResponse) => void;
}

/** A comment with what this person may do about it. */
export default function MemberComment({ comment, onReply }: MemberCommentProps) {
  const queryClient = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  const { place, remove, isRemoving } = useRemove(comment);
  const editButton = useReturn(isEditing);
  const { author, abilities } = comment;
  const { user } = useSession();

  // The session may end before the comments are asked for again.
  if (!user) return <CommentText comment={comment} />;
  if (isEditing) {
    const close = () => {
      setEditing(false);
    };
    return (
      <CommentForm
        isFocused
        name={editDraft(user.id, comment.id)}
        label={text.editOf(author.name)}
        stored={comment.content}
        basis={comment.edited_at ?? comment.created_at}
        submitLabel={text.save}
        failed={text.saveFailed}
        send={async (content) => {
          replaceComment(queryClient, subjectOf(comment), await updateComment(comment.id, { content }));
          close();
        }}
        onCancel={close}
      />
    );
  }
  return (
    <>
      <CommentText comment={comment} />
      <div ref={place} className={classes.acts}>
        {onReply && (
          <Button
            look="quiet"
            size="sm"
            aria-label={text.replyTo(author.name)}
            onClick={() => {
              onReply(comment);
            }}
          >
            {text.reply}
          </Button>
        )}
        {abilities?.edit && (
          <Button
            ref={editButton}
            look="quiet"
            size="sm"
            aria-label={text.editNamed(author.name)}
            onClick={() => {
              setEditing(true);
            }}
          >
            {text.edit}
          </Button>
        )}
        {abilities?.delete && (
          <Button
            look="quiet"
            size="sm"
            aria-label={text.removeNamed(author.name)}
            loading={isRemoving}
            onClick={() => void remove()}
          >
            {text.remove}
          </Button>
        )}
      </div>
    </>
  );
}
