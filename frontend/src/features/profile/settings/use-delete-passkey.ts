import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deletePasskey, getListPasskeysQueryKey } from '../../../api/generated/auth/auth';
import type { PasskeyResponse } from '../../../api/generated/model/passkeyResponse';
import { profile } from '../../../messages/en-profile';
import { failureText } from '../../../shared/errors/failure-text';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';

const text = profile.passkeys;

/** Asks, then deletes it. */
export function useDeletePasskey() {
  const queryClient = useQueryClient();
  const deleting = useMutation({
    mutationFn: (id: string) => deletePasskey(id),
    onSuccess: () => {
      toast(text.removed);
    },
    onError: (error) => {
      void alert({ title: text.removeFailedTitle, text: failureText(error, text.tryAgain) });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: getListPasskeysQueryKey() }),
  });
  const ask = async ({ id, name }: PasskeyResponse) => {
    const sure = await confirm({
      title: text.confirmTitle,
      text: text.confirmText(name),
      confirmLabel: text.remove,
      destructive: true,
    });
    if (sure) deleting.mutate(id);
  };
  return { ask, pending: deleting.isPending };
}
