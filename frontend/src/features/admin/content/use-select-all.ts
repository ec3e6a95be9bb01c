import { requestPage } from '../../../api/client';
import { getLoadErrorText } from '../../../api/problem';
import { adminContent } from '../../../messages/en-admin-content';
import type { ListedContent } from '../../../shared/content/content-kind';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { alert } from '../../../ui/dialogs/dialogs';
import { contentKinds } from './content-kinds';
import { type ContentSearch, getTab } from './search-params';

/** More would take minutes to change. */
export const MAX_SELECTED = 1000;
/** The longest page of the API. */
const CHUNK = 100;

/** Loads all items that match the filters, up to the maximum, to select them. */
export function useSelectAll(
  { tab, page: _page, ...filters }: ContentSearch,
  onLoaded: (items: ListedContent[]) => void,
) {
  const { getListUrl } = contentKinds[getTab({ tab })];
  return useActionMutation({
    mutationFn: async () => {
      const found: ListedContent[] = [];
      for (let page = 1; found.length < MAX_SELECTED; page++) {
        const { items } = await requestPage<ListedContent>(getListUrl({ ...filters, page, limit: CHUNK }));
        found.push(...items);
        if (items.length < CHUNK) break;
      }
      return found;
    },
    onSuccess: onLoaded,
    onError: (error) =>
      void alert({ title: adminContent.selectAllFailed, text: getLoadErrorText(error) ?? adminContent.bulk.tryAgain }),
  });
}
