import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getListSessionsQueryKey, revokeOtherSessions, revokeSession } from '../../../api/generated/auth/auth';
import { profile } from '../../../messages/en-profile';
import { getErrorText } from '../../../shared/errors/error-text';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import { refreshQueries } from '../../../shared/query-client';

const text = profile.sessions;

/** Ends one session, or all except the current one, after confirmation. */
export function useEndSession() {
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string) => (id === 'others' ? revokeOtherSessions() : revokeSession(id)),
    onSuccess: (_answer, id) => {
      toast(id === 'others' ? text.othersEnded : text.ended);
    },
    onError: (error) => {
      void alert({ title: text.failedTitle, text: getErrorText(error, text.failed) });
    },
    onSettled: () => refreshQueries(queryClient, getListSessionsQueryKey()),
  });
  const confirmEnd = async (id: string, title: string, question: string, confirmLabel: string) => {
    if (await confirm({ title, text: question, confirmLabel, isDestructive: true })) end.mutate(id);
  };
  return {
    endOne: (id: string, name: string) => confirmEnd(id, text.confirmTitle, text.confirmText(name), text.end),
    endOthers: () => confirmEnd('others', text.confirmOthersTitle, text.confirmOthersText, text.endOthers),
    pending: end.isPending,
  };
}
