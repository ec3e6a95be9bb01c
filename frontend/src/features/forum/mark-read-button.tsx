import { IconChecks } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { getListAllThreadsQueryKey, getListForumCategoriesQueryKey } from '../../api/generated/forum/forum';
import { markForumCategoryRead, markForumRead } from '../../api/generated/forum-writing/forum-writing';
import { getErrorText } from '../../api/problem';
import { forumUnread as text } from '../../messages/forum-unread';
import { refreshQueries } from '../../shared/query-client';
import { useActionMutation } from '../../shared/use-action-mutation';
import { Button } from '../../ui/button';
import { alert } from '../../ui/dialogs/dialogs';
import { toast } from '../../ui/toast/toast';

interface MarkReadButtonProps {
  /** With its subcategories; the whole forum if absent. */
  categoryId?: string;
  hasUnread: boolean;
}

/** Marks all threads of a category or of the forum as read. */
export default function MarkReadButton({ categoryId, hasUnread }: MarkReadButtonProps) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useActionMutation({
    mutationFn: () => (categoryId ? markForumCategoryRead(categoryId) : markForumRead()),
    onSuccess: async () => {
      // The lists of one category have the same beginning of their keys as the categories.
      await refreshQueries(queryClient, getListForumCategoriesQueryKey(), getListAllThreadsQueryKey());
      toast(text.marked);
    },
    onError: (error) => void alert({ title: text.failedTitle, text: getErrorText(error, text.failed) }),
  });
  return (
    <Button
      variant="default"
      icon={<IconChecks size={16} aria-hidden="true" />}
      disabled={!hasUnread}
      isLoading={isPending}
      onClick={() => {
        mutate();
      }}
    >
      {text.markAll}
    </Button>
  );
}
