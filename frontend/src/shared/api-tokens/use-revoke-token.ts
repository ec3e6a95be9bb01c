import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { getErrorText } from '../../api/problem';
import { apiTokens as text } from '../../messages/admin-api-tokens';
import { alert, confirm } from '../../ui/dialogs/dialogs';
import { isolate } from '../../ui/isolate';
import { toast } from '../../ui/toast/toast';
import { refreshQueries } from '../query-client';
import { useActionMutation } from '../use-action-mutation';

interface RevokeOptions {
  send: (id: string) => Promise<unknown>;
  /** of the list to refetch */
  listKey: QueryKey;
}

/** Revokes an API token after confirmation. */
export function useRevokeToken({ send, listKey }: RevokeOptions) {
  const queryClient = useQueryClient();
  const revoking = useActionMutation({
    mutationFn: send,
    onSuccess: () => {
      toast(text.revoked);
    },
    onError: (error) => {
      void alert({ title: text.revokeFailedTitle, text: getErrorText(error, text.tryAgain) });
    },
    onSettled: () => refreshQueries(queryClient, listKey),
  });
  const confirmRevoke = async ({ id, name }: { id: string; name: string }) => {
    const isConfirmed = await confirm({
      title: text.confirmTitle,
      text: isolate(text.confirmText, name),
      confirmLabel: text.revoke,
      isDestructive: true,
    });
    if (isConfirmed) revoking.mutate(id);
  };
  return { confirmRevoke, isPending: revoking.isPending };
}
