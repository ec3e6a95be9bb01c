import type { ContentKind } from '../../api/generated/model/contentKind';
import type { ChildrenAction } from '../../api/generated/model/childrenAction';
import { pageMoving } from '../../messages/page-moving';
import { useQueryClient } from '@tanstack/react-query';
import { getErrorText } from '../../api/problem';
import { announceDeletion, type DeletedItem } from '../../shared/trash/trash';
import { useActionMutation } from '../../shared/use-action-mutation';
import { alert, confirm } from '../../ui/dialogs/dialogs';
import { isolate } from '../../ui/isolate';
import { useChildrenQuestion } from './use-children-question';

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
  item: DeletedItem & { type: ContentKind };
  title: string;
  texts: DeleteTexts;
  send: (children?: ChildrenAction) => Promise<unknown>;
  /** Leaves the item's screen and updates the caches. */
  onDeleted: () => Promise<void>;
}

/** Deletes an item after confirmation, and offers to restore it. `dialog` is part of the screen. */
export function useDeleteItem({ item, title, texts, send, onDeleted }: DeleteOptions) {
  const queryClient = useQueryClient();
  const { ask, dialog } = useChildrenQuestion(item);
  const mutation = useActionMutation<unknown, ChildrenAction | undefined>({
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
    const question = {
      title: texts.confirmDeleteTitle,
      text: isolate(texts.confirmDelete, title),
      confirmLabel: texts.remove,
      isDestructive: true,
    };
    const answer = await ask({ ...question, keep: pageMoving.keepChildren, include: pageMoving.deleteChildren });
    if (answer === 'none') {
      if (await confirm(question)) mutation.mutate(undefined);
    } else if (answer) mutation.mutate(answer);
  };
  return { remove, isDeleting: mutation.isPending, dialog };
}
