import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deletePasskey, getListPasskeysQueryKey } from '../../../api/generated/auth/auth';
import type { PasskeyResponse } from '../../../api/generated/model/passkeyResponse';
import { profile } from '../../../messages/en-profile';
import { getErrorText } from '../../../shared/errors/error-text';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import { refreshQueries } from '../../../shared/query-client';

const text = profile.passkeys;

/** Deletes a passkey after confirmation. */
export function useDeletePasskey() {
  const queryClient = useQueryClient();
  const deleting = useMutation({
    mutationFn: (id: string) => deletePasskey(id),
    onSuccess: () => {
      toast(text.removed);
    },
    onError: (error) => {
      void alert({ title: text.removeFailedTitle, text: getErrorText(error, text.tryAgain) });
    },
    onSettled: () => refreshQueries(queryClient, getListPasskeysQueryKey()),
  });
  const confirmDelete = async ({ id, name }: PasskeyResponse) => {
    const sure = await confirm({
      title: text.confirmTitle,
      text: text.confirmText(name),
      confirmLabel: text.remove,
      isDestructive: true,
    });
    if (sure) deleting.mutate(id);
  };
  return { confirmDelete, pending: deleting.isPending };
}
