import { useQueryClient } from '@tanstack/react-query';
import { changeContentInBulk } from '../../../api/generated/content-administration/content-administration';
import type { BulkChangeRequest } from '../../../api/generated/model/bulkChangeRequest';
import { getErrorText } from '../../../api/problem';
import { adminContent } from '../../../messages/en-admin-content';
import type { ListedContent } from '../../../shared/content/content-kind';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { alert } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import { contentKinds } from './content-kinds';
import type { ContentTab } from './search-params';
import { refreshContent } from './queries';

const text = adminContent.bulk;

export type BulkChange = Pick<BulkChangeRequest, 'action' | 'status' | 'category_id' | 'visibility'>;

/**
 * Changes the selected items, and names those that could not be changed.
 * @param onDone gets the ids of these
 */
export function useBulkAction(tab: ContentTab, items: readonly ListedContent[], onDone: (failedIds: string[]) => void) {
  const queryClient = useQueryClient();
  const ids = items.map(({ id }) => id);
  return useActionMutation({
    mutationFn: (change: BulkChange) => changeContentInBulk({ item_type: contentKinds[tab].type, ids, ...change }),
    onSuccess: ({ message, results }) => {
      const failed = results.filter(({ changed }) => !changed);
      onDone(failed.map(({ id }) => id));
      if (failed.length === 0) {
        toast(message);
        return;
      }
      const reasons = failed.map(({ id, detail }) =>
        text.failedItem(items.find((item) => item.id === id)?.title ?? id, detail ?? ''),
      );
      // Not awaited: the button must not show a spinner behind the dialog.
      void alert({ title: text.failedTitle, text: [message, ...reasons].join('\n') });
    },
    onError: (error) => {
      void alert({ title: text.failedAllTitle, text: getErrorText(error, text.failed) });
    },
    onSettled: () => refreshContent(queryClient, tab, ids),
  });
}
