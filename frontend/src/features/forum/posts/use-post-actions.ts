import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { getListPostsQueryKey } from '../../../api/generated/forum/forum';
import { createPostDocument, deletePost, setThreadSolution } from '../../../api/generated/forum-writing/forum-writing';
import type { PostResponse } from '../../../api/generated/model/postResponse';
import { getErrorText } from '../../../api/problem';
import { forumLinks } from '../../../messages/forum-links';
import { forumWriting } from '../../../messages/forum-writing';
import { refreshDocumentLists } from '../../../shared/content/document-cache';
import { getItemParam } from '../../../shared/links';
import { announceDeletion } from '../../../shared/trash/trash';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { isolate } from '../../../ui/isolate';
import { toast } from '../../../ui/toast/toast';
import { refreshThread } from '../queries';
import { getPostAnchor } from './use-linked-post';

const text = forumWriting.post;

/** Deletes a post after a question. */
export function useDeletePost({ id, number, author_name, thread_id }: PostResponse) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useActionMutation({
    mutationFn: () => deletePost(id),
    onSuccess: async () => {
      await refreshThread(queryClient, thread_id);
      announceDeletion(queryClient, text.removed, { type: 'post', id });
      // Its placeholder, since the button is gone.
      document.getElementById(getPostAnchor(number))?.focus({ preventScroll: true });
    },
    onError: (error) => void alert({ title: text.removeFailed, text: getErrorText(error, text.tryAgain) }),
  });
  const remove = async () => {
    const isSure = await confirm({
      title: text.removeTitle,
      text: isolate((name) => text.removeText({ name, number }), author_name),
      confirmLabel: text.remove,
      isDestructive: true,
    });
    if (isSure) mutate();
  };
  return { remove, isPending };
}

/** Marks a post as the solution of its thread, or removes the mark. */
export function useSolution({ id, is_solution, thread_id }: PostResponse) {
  const queryClient = useQueryClient();
  return useActionMutation({
    mutationFn: () => setThreadSolution(thread_id, { post_id: is_solution ? null : id }),
    onSuccess: async () => {
      await refreshThread(queryClient, thread_id);
      toast(is_solution ? text.unsolved : text.solved, { subject: `solution ${thread_id}` });
    },
    onError: (error) => void alert({ title: text.solveFailed, text: getErrorText(error, text.tryAgain) }),
  });
}

/** Creates a draft from a post, or finds the one of the user, and opens it for editing. */
export function useMakeDocument({ id, thread_id }: PostResponse) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useActionMutation({
    mutationFn: () => createPostDocument(id),
    onSuccess: async (created) => {
      void queryClient.invalidateQueries({ queryKey: getListPostsQueryKey(thread_id), refetchType: 'none' });
      void refreshDocumentLists(queryClient);
      await navigate({ to: '/docs/$id/edit', params: { id: getItemParam(created) } });
      toast(created.is_new ? forumLinks.post.created : forumLinks.post.existing);
    },
    onError: (error) => void alert({ title: forumLinks.post.failed, text: getErrorText(error, text.tryAgain) }),
  });
}
