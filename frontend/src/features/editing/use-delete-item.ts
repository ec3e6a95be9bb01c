import { useQueryClient } from '@tanstack/react-query';
import { getErrorText } from '../../api/problem';
import { announceDeletion, type DeletedItem } from '../../shared/trash/trash';
import { useActionMutation } from '../../shared/use-action-mutation';
import { alert, confirm } from '../../ui/dialogs/dialogs';
import { isolate } from '../../ui/isolate';

interface DeleteTexts {
  remove: string;
  confirmDeleteTitle: string;
  confirmDelete: (title: string) => string;
  deleted: string;
  deleteFailedTitle: string;
  deleteFailed: (detail: string) => string;
  deleteFailedUnknown: string;
}

interface DeleteOptions {
  item: DeletedItem;
  title: string;
  texts: DeleteTexts;
  send: () => Promise<unknown>;
  /** Leaves the item's screen and updates the caches. */
  onDeleted: () => Promise<void>;
}

/** Deletes an item after confirmation, and offers to restore it. */
export function useDeleteItem({ item, title, texts, send, onDeleted }: DeleteOptions) {
  const queryClient = useQueryClient();
  const mutation = useActionMutation({
    mutationFn: send,
    onSuccess: async () => {
      announceDeletion(queryClient, texts.deleted, item);
      await onDeleted();
    },
    onError: (error) => {
      void alert({
        title: texts.deleteFailedTitle,
        text: texts.deleteFailed(getErrorText(error, texts.deleteFailedUnknown)),
      });
    },
  });
  const remove = async () => {
    const confirmed = await confirm({
      title: texts.confirmDeleteTitle,
      text: isolate(texts.confirmDelete, title),
      confirmLabel: texts.remove,
      isDestructive: true,
    });
    if (confirmed) mutation.mutate();
  };
  return { remove, isDeleting: mutation.isPending };
}
