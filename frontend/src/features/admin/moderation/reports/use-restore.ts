import { useQueryClient } from '@tanstack/react-query';
import { restoreItem } from '../../../../api/generated/moderation/moderation';
import type { ReportedType } from '../../../../api/generated/model/reportedType';
import { getErrorText } from '../../../../api/problem';
import { reportTexts as text } from '../../../../messages/admin-moderation';
import { moderationQueueKey } from '../../../../shared/moderation/pending-count';
import { refreshQueries } from '../../../../shared/query-client';
import { useActionMutation } from '../../../../shared/use-action-mutation';
import { alert, confirm } from '../../../../ui/dialogs/dialogs';
import { isolate } from '../../../../ui/isolate';
import { toast } from '../../../../ui/toast/toast';
import { reportKeys } from './queries';

interface HiddenSubject {
  id: string;
  type: ReportedType;
  title: string;
  hasOpenReports: boolean;
}

/** Shows a hidden item again after confirmation. */
export function useRestore({ id, type, title, hasOpenReports }: HiddenSubject) {
  const queryClient = useQueryClient();
  const restoring = useActionMutation({
    mutationFn: () => restoreItem({ item_id: id, item_type: type }),
    onSuccess: ({ message }) => {
      toast(message);
    },
    onError: (error) => {
      void alert({ title: text.restoreFailed, text: getErrorText(error, text.tryAgain) });
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ refetchType: 'none' });
      return refreshQueries(queryClient, moderationQueueKey, ...reportKeys);
    },
  });
  const confirmRestore = async () => {
    const sure = await confirm({
      title: text.restoreTitle(type),
      text: isolate(hasOpenReports ? text.restoreOpenText : text.restoreText, title),
      confirmLabel: text.restore,
    });
    if (sure) restoring.mutate();
  };
  return { confirmRestore, isPending: restoring.isPending };
}
