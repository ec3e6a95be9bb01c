import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { deletePost, setThreadSolution, updatePost } from '../../../api/generated/forum/forum';
import type { PostResponse } from '../../../api/generated/model/postResponse';
import type { ThreadResponse } from '../../../api/generated/model/threadResponse';
import { getErrorText } from '../../../api/problem';
import { forumWriting } from '../../../messages/en-forum-writing';
import { ReportButton } from '../../../shared/report/report-button';
import { useSession } from '../../../shared/session/session';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Button } from '../../../ui/button';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { isolate } from '../../../ui/isolate';
import { toast } from '../../../ui/toast/toast';
import { refreshThread } from '../queries';
import type { ReplyActions } from '../thread/post-item';
import { PostReactions } from '../thread/post-reactions';
import { PostText } from '../thread/post-text';
import { draftKeys } from './draft-keys';
import { MakeDocument } from './make-document';
import { PostForm } from './post-form';
import classes from './writing.module.css';

const text = forumWriting.post;

function useDeletePost({ id, number, author_name, thread_id }: PostResponse) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useActionMutation({
    mutationFn: () => deletePost(id),
    onSuccess: async () => {
      await refreshThread(queryClient, thread_id);
      toast(text.removed);
      // Its placeholder, since the button is gone.
      document.getElementById(`post-${number}`)?.focus({ preventScroll: true });
    },
    onError: (error) => void alert({ title: text.removeFailed, text: getErrorText(error, text.tryAgain) }),
  });
  const remove = async () => {
    const isSure = await confirm({
      title: text.removeTitle,
      text: isolate((name) => text.removeText(name, number), author_name),
      confirmLabel: text.remove,
      isDestructive: true,
    });
    if (isSure) mutate();
  };
  return { remove, isPending };
}

function useSolution({ id, is_solution, thread_id }: PostResponse) {
  const queryClient = useQueryClient();
  return useActionMutation({
    mutationFn: () => setThreadSolution(thread_id, { post_id: is_solution ? null : id }),
    onSuccess: async () => {
      await refreshThread(queryClient, thread_id);
      toast(is_solution ? text.unsolved : text.solved);
    },
    onError: (error) => void alert({ title: text.solveFailed, text: getErrorText(error, text.tryAgain) }),
  });
}

/** The part of a post that is selected, else all of it. */
function getQuotedText(actions: HTMLElement | null, { content }: PostResponse): string {
  const selection = window.getSelection();
  const selected = selection?.toString().trim();
  const isInPost = actions?.closest('li')?.contains(selection?.anchorNode ?? null);
  return selected && isInPost ? selected : content;
}

/** Returns the focus to the edit button when the form closes, unless the user has moved it elsewhere. */
function useReturnFocus(isEditing: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current && !isEditing && document.activeElement === document.body) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return button;
}

interface MemberPostProps {
  post: PostResponse;
  thread: ThreadResponse;
  replyActions?: ReplyActions;
}

interface EditPostProps {
  userId: string;
  post: PostResponse;
  onClose: () => void;
}

function EditPost({ userId, post, onClose }: EditPostProps) {
  const queryClient = useQueryClient();
  return (
    <PostForm
      shouldFocus
      draftKey={draftKeys.edit(userId, post.id)}
      label={text.editNamed(post.number)}
      stored={post.content}
      baseVersion={post.edited_at ?? post.created_at}
      submitLabel={text.save}
      errorText={text.saveFailed}
      submit={async (content) => {
        await updatePost(post.id, { content });
        await refreshThread(queryClient, post.thread_id);
        onClose();
        toast(text.saved);
      }}
      onCancel={onClose}
    />
  );
}

/** A post with the acts of a signed-in user. */
export default function MemberPost({ post, thread, replyActions }: MemberPostProps) {
  const { user } = useSession();
  const [isEditing, setEditing] = useState(false);
  const editButton = useReturnFocus(isEditing);
  const actions = useRef<HTMLDivElement>(null);
  const { remove, isPending: isRemoving } = useDeletePost(post);
  const solution = useSolution(post);
  const { number, abilities, is_solution } = post;
  const canSolve = thread.abilities?.solve === true && number > 1;

  if (isEditing && user)
    return (
      <EditPost
        userId={user.id}
        post={post}
        onClose={() => {
          setEditing(false);
        }}
      />
    );
  return (
    <>
      <PostText post={post} idPrefix={post.id} />
      <div ref={actions} className={classes.actions}>
        <PostReactions post={post} />
        {replyActions && (
          <>
            <Button
              variant="subtle"
              size="sm"
              aria-label={text.replyNamed(number)}
              onClick={() => {
                replyActions.onReply(post);
              }}
            >
              {text.reply}
            </Button>
            <Button
              variant="subtle"
              size="sm"
              aria-label={text.quoteNamed(number)}
              onClick={() => {
                replyActions.onQuote(post, getQuotedText(actions.current, post));
              }}
            >
              {text.quote}
            </Button>
          </>
        )}
        {canSolve && (
          <Button
            variant="subtle"
            size="sm"
            aria-label={is_solution ? text.unsolveNamed(number) : text.solveNamed(number)}
            isLoading={solution.isPending}
            onClick={() => {
              solution.mutate();
            }}
          >
            {is_solution ? text.unsolve : text.solve}
          </Button>
        )}
        {abilities?.edit && (
          <Button
            ref={editButton}
            variant="subtle"
            size="sm"
            aria-label={text.editNamed(number)}
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
            aria-label={text.removeNamed(number)}
            isLoading={isRemoving}
            onClick={() => void remove()}
          >
            {text.remove}
          </Button>
        )}
        <ReportButton type="post" id={post.id} authorId={post.author_id} name={String(number)} />
        <MakeDocument post={post} />
      </div>
    </>
  );
}
