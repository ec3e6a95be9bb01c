import { useQueryClient } from '@tanstack/react-query';
import type { Page } from '../../../api/client';
import type { ContentStatus } from '../../../api/generated/model/contentStatus';
import { getErrorText } from '../../../api/problem';
import { adminContent as text } from '../../../messages/admin-content';
import type { ListedContent } from '../../../shared/content/content-kind';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { alert } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import { contentKinds } from './content-kinds';
import type { ContentTab } from './search-params';
import { refreshContent } from './queries';

/** What the list shows of the new status until the server has responded. */
function withStatus(item: ListedContent, status: ContentStatus): ListedContent {
  const isPublished = status === 'PUBLISHED' || status === 'READY';
  const published_at = item.published_at ?? (isPublished ? new Date().toISOString() : null);
  return { ...item, status, published_at } as ListedContent;
}

/** Sets the status of an item optimistically; a refusal restores the former one. */
export function useSetStatus(tab: ContentTab, id: string) {
  const queryClient = useQueryClient();
  const queryKey = [...contentKinds[tab].listKey, 'administration'];
  return useActionMutation({
    mutationFn: async (status: ContentStatus): Promise<unknown> => contentKinds[tab].setStatus(id, status),
    onMutate: async (status) => {
      await queryClient.cancelQueries({ queryKey });
      const former = queryClient.getQueriesData<Page<ListedContent>>({ queryKey });
      queryClient.setQueriesData<Page<ListedContent>>(
        { queryKey },
        (page) =>
          page && { ...page, items: page.items.map((item) => (item.id === id ? withStatus(item, status) : item)) },
      );
      return { former };
    },
    onSuccess: () => {
      toast(text.statusSaved);
    },
    onError: (error, _status, context) => {
      const { former } = context as { former: [readonly unknown[], Page<ListedContent> | undefined][] };
      for (const [key, page] of former) queryClient.setQueryData(key, page);
      void alert({ title: text.statusFailed, text: getErrorText(error, text.statusFailedUnknown) });
    },
    onSettled: () => refreshContent(queryClient, tab, [id]),
  });
}
