import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { moderateItem } from '../../../api/generated/moderation/moderation';
import type { ModerationItemResponse } from '../../../api/generated/model/moderationItemResponse';
import type { QueueAction } from '../../../api/generated/model/queueAction';
import { getErrorText, hasCode, hasStatus } from '../../../api/problem';
import { moderationQueue as text } from '../../../messages/admin-moderation';
import { documentQuery } from '../../../shared/content/document-cache';
import { moderationQueueKey } from '../../../shared/moderation/pending-count';
import { refreshQueries } from '../../../shared/query-client';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { videoQuery } from '../../../shared/content/video-cache';
import { alert } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import { reportKeys } from './reports/queries';
import { getEntryKey, getItemScope, updateQueueCache } from './queries';

export interface Decision {
  action: QueueAction;
  note?: string;
}

function removeEntry(queryClient: QueryClient, item: ModerationItemResponse): void {
  const key = getEntryKey(item);
  updateQueueCache(queryClient, (items) => items.filter((each) => getEntryKey(each) !== key));
}

/** Refetches the queue now, and everything that shows the item when it is opened again. */
async function refreshAfterDecision(queryClient: QueryClient): Promise<void> {
  void queryClient.invalidateQueries({ refetchType: 'none' });
  await refreshQueries(queryClient, moderationQueueKey, ...reportKeys);
}

/** Whether the item no longer waits: it was decided on by someone else, withdrawn or deleted. */
const isGone = (error: unknown): boolean =>
  hasCode(error, 'already_decided') || hasCode(error, 'not_in_review') || hasStatus(error, 404);

interface DecisionCallbacks {
  onDecided?: () => void;
  /** The item no longer waits; called after the user has read why. */
  onGone?: () => void;
}

/** Decides on what is on the screen: the server refuses when it has changed meanwhile. */
export function useDecision(item: ModerationItemResponse, { onDecided, onGone }: DecisionCallbacks) {
  const queryClient = useQueryClient();
  return useActionMutation({
    scope: getItemScope(item),
    mutationFn: ({ action, note }: Decision) =>
      moderateItem({
        item_id: item.id,
        item_type: item.type,
        reason: item.reason,
        action,
        ...(note && { note }),
        ...(item.reason === 'review' && item.version !== null && { version: item.version }),
        ...(item.revision_id !== null && { revision_id: item.revision_id }),
      }),
    onSuccess: ({ message }) => {
      toast(message, { subject: 'decision' });
      onDecided?.();
      removeEntry(queryClient, item);
      void refreshAfterDecision(queryClient);
    },
    onError: async (error) => {
      const isDecided = isGone(error);
      // The entry leaves after the dialog, which returns the focus to it.
      await alert({ title: text.failed, text: isDecided ? text.alreadyDecided : getErrorText(error, text.tryAgain) });
      if (isDecided) {
        onGone?.();
        removeEntry(queryClient, item);
      }
      void refreshAfterDecision(queryClient);
      // The preview may show a version that has been replaced.
      if (!isDecided) void refreshQueries(queryClient, documentQuery(item.id).queryKey, videoQuery(item.id).queryKey);
    },
  });
}
