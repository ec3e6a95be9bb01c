import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getListSessionsQueryKey, revokeOtherSessions, revokeSession } from '../../../api/generated/auth/auth';
import { profile } from '../../../messages/en-profile';
import { failureText } from '../../../shared/errors/failure-text';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';

const text = profile.sessions;

/** Asks, then ends one session, or all but this one. */
export function useEndSession() {
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string) => (id === 'others' ? revokeOtherSessions() : revokeSession(id)),
    onSuccess: (_answer, id) => {
      toast(id === 'others' ? text.othersEnded : text.ended);
    },
    onError: (error) => {
      void alert({ title: text.failedTitle, text: failureText(error, text.failed) });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: getListSessionsQueryKey() }),
  });
  const ask = async (id: string, title: string, question: string, confirmLabel: string) => {
    if (await confirm({ title, text: question, confirmLabel, destructive: true })) end.mutate(id);
  };
  return {
    endOne: (id: string, name: string) => ask(id, text.confirmTitle, text.confirmText(name), text.end),
    endOthers: () => ask('others', text.confirmOthersTitle, text.confirmOthersText, text.endOthers),
    pending: end.isPending,
  };
}
