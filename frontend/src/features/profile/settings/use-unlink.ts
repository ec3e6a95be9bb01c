import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteExternalIdentity, getListExternalIdentitiesQueryKey } from '../../../api/generated/auth/auth';
import type { ExternalIdentityResponse } from '../../../api/generated/model/externalIdentityResponse';
import { profile } from '../../../messages/en-profile';
import { getErrorText } from '../../../shared/errors/error-text';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import { refreshQueries } from '../../../shared/query-client';

const text = profile.linked;

/** Unlinks an account after confirmation. */
export function useUnlink() {
  const queryClient = useQueryClient();
  const unlinking = useMutation({
    mutationFn: (id: string) => deleteExternalIdentity(id),
    onSuccess: () => {
      toast(text.unlinked);
    },
    onError: (error) => {
      void alert({ title: text.failedTitle, text: getErrorText(error, text.tryAgain) });
    },
    onSettled: () => refreshQueries(queryClient, getListExternalIdentitiesQueryKey()),
  });
  const confirmUnlink = async ({ id, label }: ExternalIdentityResponse) => {
    const sure = await confirm({
      title: text.confirmTitle,
      text: text.confirmText(label),
      confirmLabel: text.unlink,
      isDestructive: true,
    });
    if (sure) unlinking.mutate(id);
  };
  return { confirmUnlink, pending: unlinking.isPending };
}
