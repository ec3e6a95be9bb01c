import type { ContentKind } from '../../api/generated/model/contentKind';
import type { ChildrenAction } from '../../api/generated/model/childrenAction';
import { backlinks } from '../../messages/backlinks';
import { pageMoving } from '../../messages/page-moving';
import { useQueryClient } from '@tanstack/react-query';
import { createElement, Fragment, type ReactNode } from 'react';
import { getErrorText } from '../../api/problem';
import { getTotal, requestFirstBacklinks } from '../../shared/backlinks/queries';
import { announceDeletion, type DeletedItem } from '../../shared/trash/trash';
import { useActionMutation } from '../../shared/use-action-mutation';
import { alert, confirm } from '../../ui/dialogs/dialogs';
import { isolate } from '../../ui/isolate';
import { useChildrenQuestion } from './use-children-question';

const NAMED_BACKLINKS = 3;

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

/** Says what links to the item; nothing where nothing does, or where it is not known. */
async function describeBacklinks({ type, id }: DeleteOptions['item']): Promise<ReactNode> {
  const found = await requestFirstBacklinks(type, id).catch(() => undefined);
  if (!found?.total) return null;
  const titles = found.items.slice(0, NAMED_BACKLINKS).map(({ title }) => title);
  const isAll = found.total === titles.length;
  return isolate(
    (names) => backlinks.deleteNotice({ count: found.total, total: getTotal(found), isAll, names }),
    titles.join(', '),
  );
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
      text: createElement(Fragment, null, isolate(texts.confirmDelete, title), ' ', await describeBacklinks(item)),
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
