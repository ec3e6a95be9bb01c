import { useQueryClient } from '@tanstack/react-query';
import { assignModerationItem, releaseModerationItem } from '../../../api/generated/moderation/moderation';
import type { ModerationItemResponse } from '../../../api/generated/model/moderationItemResponse';
import { getErrorText } from '../../../api/problem';
import { moderationQueue as text } from '../../../messages/admin-moderation';
import { moderationQueueKey } from '../../../shared/moderation/pending-count';
import { refreshQueries } from '../../../shared/query-client';
import { useSession } from '../../../shared/session/session';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { alert } from '../../../ui/dialogs/dialogs';
import { getItemScope, updateQueueCache } from './queries';

/** Takes an item, also from another moderator, or releases it; shown before the server responds. */
export function useAssignment(item: ModerationItemResponse) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  return useActionMutation({
    scope: getItemScope(item),
    mutationFn: (isTaken: boolean) =>
      isTaken
        ? assignModerationItem(item.type, item.id, { take_over: item.assignee !== null })
        : releaseModerationItem(item.type, item.id),
    onMutate: async (isTaken) => {
      await queryClient.cancelQueries({ queryKey: moderationQueueKey });
      const assignee = isTaken && user ? { id: user.id, name: user.name, assigned_at: new Date().toISOString() } : null;
      updateQueueCache(queryClient, (items) =>
        items.map((each) => (each.id === item.id && each.type === item.type ? { ...each, assignee } : each)),
      );
    },
    onError: (error) => {
      void alert({ title: text.assignFailed, text: getErrorText(error, text.tryAgain) });
    },
    onSettled: () => refreshQueries(queryClient, moderationQueueKey),
  });
}
