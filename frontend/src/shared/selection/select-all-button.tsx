import { requestPage } from '../../api/client';
import { getLoadErrorText } from '../../api/problem';
import { adminContent as text } from '../../messages/admin-content';
import { useActionMutation } from '../use-action-mutation';
import { Button } from '../../ui/button';
import { alert } from '../../ui/dialogs/dialogs';
import { SELECTED_ITEMS_MAX } from '@hub/shared/limits';

/** The longest page of the API. */
const CHUNK = 100;

interface SelectAllButtonProps<Item> {
  total: number;
  /** Whether there are more than `total`. */
  isCapped: boolean;
  getPageUrl: (paging: { page: number; limit: number }) => string;
  onLoaded: (items: Item[]) => void;
}

/** Loads all items that match the filters of a list, up to the maximum, to select them. */
export function SelectAllButton<Item>({ total, isCapped, getPageUrl, onLoaded }: SelectAllButtonProps<Item>) {
  const { mutate, isPending } = useActionMutation({
    mutationFn: async () => {
      const found: Item[] = [];
      for (let page = 1; found.length < SELECTED_ITEMS_MAX; page++) {
        const { items } = await requestPage<Item>(getPageUrl({ page, limit: CHUNK }));
        found.push(...items);
        if (items.length < CHUNK) break;
      }
      return found;
    },
    onSuccess: onLoaded,
    onError: (error) =>
      void alert({ title: text.selectAllFailed, text: getLoadErrorText(error) ?? text.bulk.tryAgain }),
  });
  return (
    <Button
      variant="subtle"
      size="sm"
      isLoading={isPending}
      onClick={() => {
        mutate();
      }}
    >
      {total > SELECTED_ITEMS_MAX || isCapped ? text.selectFirst(SELECTED_ITEMS_MAX) : text.selectMatching(total)}
    </Button>
  );
}
