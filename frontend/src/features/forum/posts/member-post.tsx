import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { updatePost } from '../../../api/generated/forum-writing/forum-writing';
import type { PostResponse } from '../../../api/generated/model/postResponse';
import type { ThreadResponse } from '../../../api/generated/model/threadResponse';
import { forumWriting } from '../../../messages/forum-writing';
import { useReturnFocus } from '../../../shared/forms/use-return-focus';
import { useSession } from '../../../shared/session/session';
import { Button } from '../../../ui/button';
import { toast } from '../../../ui/toast/toast';
import { refreshThread } from '../queries';
import type { ReplyActions } from './post-item';
import { PostReactions } from './post-reactions';
import { PostText } from './post-text';
import type { VisiblePost } from './visible-post';
import { draftKeys } from '../draft-keys';
import { PostForm } from './post-form';
import { PostMenu } from './post-menu';
import { useSolution } from './use-post-actions';
import classes from './writing.module.css';

const text = forumWriting.post;

/** The part of a post that is selected, else all of it. */
function getQuotedText(actions: HTMLElement | null, { content }: PostResponse): string {
  const selection = window.getSelection();
  const selected = selection?.toString().trim();
  const isInPost = actions?.closest('li')?.contains(selection?.anchorNode ?? null);
  return selected && isInPost ? selected : content;
}

interface MemberPostProps {
  post: VisiblePost;
  thread: ThreadResponse;
  replyActions?: ReplyActions;
  isEditing: boolean;
  onEdit: (isEditing: boolean) => void;
}

interface EditPostProps {
  userId: string;
  post: VisiblePost;
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

/** A post with the actions of a signed-in user: the frequent ones as buttons, the others in a menu. */
export default function MemberPost({ post, thread, replyActions, isEditing, onEdit }: MemberPostProps) {
  const { user } = useSession();
  const menuButton = useReturnFocus(isEditing);
  const actions = useRef<HTMLDivElement>(null);
  const solution = useSolution(post);
  const { number, is_solution } = post;
  const canSolve = thread.abilities?.solve === true && number > 1;
  const isAsker = user?.id === thread.author_id;

  if (isEditing && user)
    return (
      <EditPost
        userId={user.id}
        post={post}
        onClose={() => {
          onEdit(false);
        }}
      />
    );
  return (
    <>
      <PostText post={post} idPrefix={post.id} />
      <div ref={actions} className={classes.actions}>
        <PostReactions post={post} />
        <div className={classes.buttons}>
          {canSolve && isAsker && (
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
          <PostMenu
            post={post}
            thread={thread}
            button={menuButton}
            solution={canSolve && !isAsker ? solution : undefined}
            onEdit={() => {
              onEdit(true);
            }}
          />
        </div>
      </div>
    </>
  );
}
