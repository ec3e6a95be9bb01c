import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteExternalIdentity, getListExternalIdentitiesQueryKey } from '../../../api/generated/auth/auth';
import type { ExternalIdentityResponse } from '../../../api/generated/model/externalIdentityResponse';
import { profile } from '../../../messages/en-profile';
import { failureText } from '../../../shared/errors/failure-text';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';

const text = profile.linked;

/** Asks, then unlinks it. */
export function useUnlink() {
  const queryClient = useQueryClient();
  const unlinking = useMutation({
    mutationFn: (id: string) => deleteExternalIdentity(id),
    onSuccess: () => {
      toast(text.unlinked);
    },
    onError: (error) => {
      void alert({ title: text.failedTitle, text: failureText(error, text.tryAgain) });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: getListExternalIdentitiesQueryKey() }),
  });
  const ask = async ({ id, label }: ExternalIdentityResponse) => {
    const sure = await confirm({
      title: text.confirmTitle,
      text: text.confirmText(label),
      confirmLabel: text.unlink,
      destructive: true,
    });
    if (sure) unlinking.mutate(id);
  };
  return { ask, pending: unlinking.isPending };
}
