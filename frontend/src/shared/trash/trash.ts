import type { QueryClient } from '@tanstack/react-query';
import type { TrashType } from '../../api/generated/model/trashType';
import { getListTrashQueryKey, restoreTrashItem } from '../../api/generated/trash/trash';
import { getErrorText } from '../../api/problem';
import { trashTexts as text } from '../../messages/en-trash';
import { alert } from '../../ui/dialogs/dialogs';
import { toast } from '../../ui/toast/toast';
import { refreshQueries } from '../query-client';

/** The key prefix of all pages of the trash. */
export const TRASH_KEY = getListTrashQueryKey();

export interface DeletedItem {
  type: TrashType;
  id: string;
}

/** Announces that an item was deleted, with a button that restores it. */
export function announceDeletion(queryClient: QueryClient, message: string, item: DeletedItem): void {
  const action = { label: text.undo, run: () => void undoDeletion(queryClient, item) };
  toast(message, { subject: item.id, action });
  void queryClient.invalidateQueries({ queryKey: TRASH_KEY });
}

async function undoDeletion(queryClient: QueryClient, { type, id }: DeletedItem): Promise<void> {
  try {
    toast((await restoreTrashItem(type, id)).message, { subject: id });
  } catch (error) {
    void alert({ title: text.restoreFailed, text: getErrorText(error, text.tryAgain) });
  }
  await refreshAfterRestore(queryClient);
}

/** A restored item is back in lists, counts and results of many screens. */
export const refreshAfterRestore = (queryClient: QueryClient): Promise<void> => refreshQueries(queryClient, []);
