import { useQueryClient } from '@tanstack/react-query';
import { BULK_ITEMS_MAX } from '@hub/shared/limits';
import { changeContentInBulk } from '../../../api/generated/content-administration/content-administration';
import type { BulkChangeRequest } from '../../../api/generated/model/bulkChangeRequest';
import type { BulkResultResponse } from '../../../api/generated/model/bulkResultResponse';
import { getErrorText } from '../../../api/problem';
import { adminContent } from '../../../messages/admin-content';
import type { ListedContent } from '../../../shared/content/content-kind';
import { announceDeletions } from '../../../shared/trash/trash';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { alert } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import { contentKinds } from './content-kinds';
import type { ContentTab } from './search-params';
import { refreshContent } from './queries';

const text = adminContent.bulk;
/** More reasons would make the dialog hard to read. */
const MAX_REASONS = 20;

export type BulkChange = Pick<BulkChangeRequest, 'action' | 'status' | 'category_id' | 'visibility'>;

/** Changes the items in requests of limited size. After one that failed, the remaining items are not changed. */
async function changeInChunks(request: BulkChangeRequest): Promise<BulkResultResponse[]> {
  const { ids } = request;
  const results: BulkResultResponse[] = [];
  for (let start = 0; start < ids.length; start += BULK_ITEMS_MAX) {
    try {
      const chunk = await changeContentInBulk({ ...request, ids: ids.slice(start, start + BULK_ITEMS_MAX) });
      results.push(...chunk.results);
    } catch (error) {
      if (start === 0) throw error;
      const detail = getErrorText(error, text.tryAgain);
      return [...results, ...ids.slice(start).map((id) => ({ id, changed: false, code: null, detail }))];
    }
  }
  return results;
}

/**
 * Changes the selected items, and names those that could not be changed.
 * @param onDone gets the ids of those that do not exist any more
 */
export function useBulkAction(
  tab: ContentTab,
  items: readonly ListedContent[],
  onDone: (goneIds: ReadonlySet<string>) => void,
) {
  const queryClient = useQueryClient();
  const ids = items.map(({ id }) => id);
  const { type, texts } = contentKinds[tab];
  return useActionMutation({
    mutationFn: (change: BulkChange) => changeInChunks({ item_type: type, ids, ...change }),
    onSuccess: (results, { action }) => {
      const failed = results.filter(({ changed }) => !changed);
      const gone = results.filter(({ changed, code }) => (changed ? action === 'delete' : code === 'not_found'));
      onDone(new Set(gone.map(({ id }) => id)));
      const changed = texts.items(results.length - failed.length);
      const message = action === 'delete' ? text.deleted(changed) : text.updated(changed);
      if (failed.length === 0) {
        const deleted = { deleted: message, restored: text.restored(changed) };
        if (action !== 'delete') toast(message, { subject: 'bulk' });
        else
          announceDeletions(
            queryClient,
            deleted,
            results.map(({ id }) => ({ type, id })),
          );
        return;
      }
      const reasons = failed
        .slice(0, MAX_REASONS)
        .map(({ id, detail }) =>
          text.failedItem({ title: items.find((item) => item.id === id)?.title ?? id, reason: detail ?? '' }),
        );
      const more = failed.length > MAX_REASONS ? [text.more(failed.length - MAX_REASONS)] : [];
      // Not awaited: the button must not show a spinner behind the dialog.
      void alert({ title: text.failedTitle, text: [message, ...reasons, ...more].join('\n') });
    },
    onError: (error) => {
      void alert({ title: text.failedAllTitle, text: getErrorText(error, text.failed) });
    },
    onSettled: () => refreshContent(queryClient, tab, ids),
  });
}
