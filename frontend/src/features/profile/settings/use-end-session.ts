import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getListSessionsQueryKey, revokeSession } from '../../../api/generated/auth/auth';
import { profile } from '../../../messages/en-profile';
import { failureText } from '../../../shared/errors/failure-text';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';

const text = profile.sessions;

/** Asks, then ends one session. */
export function useEndSession() {
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string) => revokeSession(id),
    onSuccess: () => {
      toast(text.ended);
    },
    onError: (error) => {
      void alert({ title: text.failedTitle, text: failureText(error, text.failed) });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: getListSessionsQueryKey() }),
  });
  const endOne = async (id: string, name: string) => {
    const sure = await confirm({
      title: text.confirmTitle,
      text: text.confirmText(name),
      confirmLabel: text.end,
      destructive: true,
    });
    if (sure) end.mutate(id);
  };
  return { endOne, pending: end.isPending };
}
