import type { QueryClient } from '@tanstack/react-query';
import type { TrashType } from '../../api/generated/model/trashType';
import { getListTrashQueryKey, restoreTrashItem } from '../../api/generated/trash/trash';
import { getErrorText } from '../../api/problem';
import { trashTexts as text } from '../../messages/trash';
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
  announce(queryClient, message, item.id, async () => (await restoreTrashItem(item.type, item.id)).message);
}

/** More would take longer than a user waits; the trash has them all. */
const MAX_UNDONE = 50;

/** As {@link announceDeletion}, for items that were deleted together. */
export function announceDeletions(
  queryClient: QueryClient,
  texts: { deleted: string; restored: string },
  items: readonly DeletedItem[],
): void {
  const restoreAll = async () => {
    const outcomes = await Promise.allSettled(items.map(({ type, id }) => restoreTrashItem(type, id)));
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    if (!failed[0]) return texts.restored;
    const restored = text.restoredSome({ restored: items.length - failed.length, count: items.length });
    const reason = getErrorText(failed[0].reason, text.tryAgain);
    void alert({ title: text.restoreSomeFailed, text: [restored, reason].join('\n') });
    return null;
  };
  announce(queryClient, texts.deleted, 'bulk', items.length <= MAX_UNDONE ? restoreAll : undefined);
}

function announce(
  queryClient: QueryClient,
  message: string,
  subject: string,
  restore: (() => Promise<string | null>) | undefined,
): void {
  const action = restore && { label: text.undo, run: () => void undo(queryClient, subject, restore) };
  toast(message, { subject, ...(action && { action }) });
  void queryClient.invalidateQueries({ queryKey: TRASH_KEY });
}

/** @param restore resolves to the success message, or to null when it has told of a failure itself */
async function undo(queryClient: QueryClient, subject: string, restore: () => Promise<string | null>): Promise<void> {
  try {
    const message = await restore();
    if (message !== null) toast(message, { subject });
  } catch (error) {
    void alert({ title: text.restoreFailed, text: getErrorText(error, text.tryAgain) });
  }
  await refreshAfterRestore(queryClient);
}

/** A restored item is back in lists, counts and results of many screens. */
export const refreshAfterRestore = (queryClient: QueryClient): Promise<void> => refreshQueries(queryClient, []);
