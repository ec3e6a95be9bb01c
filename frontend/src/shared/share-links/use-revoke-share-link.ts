import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { getListShareLinksQueryKey, revokeShareLink } from '../../api/generated/sharing/sharing';
import { getErrorText } from '../../api/problem';
import { shareLinks as text } from '../../messages/share-links';
import { refreshQueries } from '../query-client';
import { useActionMutation } from '../use-action-mutation';
import { alert, confirm } from '../../ui/dialogs/dialogs';
import { isolate } from '../../ui/isolate';
import { toast } from '../../ui/toast/toast';

interface NamedLink {
  id: string;
  label: string;
}

export const nameLink = ({ label }: Pick<NamedLink, 'label'>): string => label || text.unnamed;

/** Revokes a share link after confirmation. @param listKey of the list to refetch beside that of the administration */
export function useRevokeShareLink(listKey?: QueryKey) {
  const queryClient = useQueryClient();
  const revoking = useActionMutation({
    mutationFn: (id: string) => revokeShareLink(id),
    onSuccess: () => {
      toast(text.revoked);
    },
    onError: (error) => {
      void alert({ title: text.revokeFailedTitle, text: getErrorText(error, text.tryAgain) });
    },
    onSettled: () => refreshQueries(queryClient, getListShareLinksQueryKey(), ...(listKey ? [listKey] : [])),
  });
  const confirmRevoke = async (link: NamedLink) => {
    const isConfirmed = await confirm({
      title: text.confirmTitle,
      text: isolate(text.confirmText, nameLink(link)),
      confirmLabel: text.revoke,
      isDestructive: true,
    });
    if (isConfirmed) revoking.mutate(link.id);
  };
  return { confirmRevoke, isPending: revoking.isPending };
}
