import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RoleCodeResponse } from '../../../api/generated/model/roleCodeResponse';
import { deleteRoleCode } from '../../../api/generated/role-codes/role-codes';
import { roleCodes as text } from '../../../messages/en-role-codes';
import { failureText } from '../../../shared/errors/failure-text';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import { roleCodesKey } from './queries';

/** Asks, then revokes it. */
export function useRevoke() {
  const queryClient = useQueryClient();
  const revoking = useMutation({
    mutationFn: (id: string) => deleteRoleCode(id),
    onSuccess: () => {
      toast(text.revoked);
    },
    onError: (error) => {
      void alert({ title: text.revokeFailedTitle, text: failureText(error, text.tryAgain) });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: roleCodesKey }),
  });
  const ask = async ({ id, hint, role_display_name }: RoleCodeResponse) => {
    const sure = await confirm({
      title: text.confirmTitle,
      text: text.confirmText(hint, role_display_name),
      confirmLabel: text.revoke,
      destructive: true,
    });
    if (sure) revoking.mutate(id);
  };
  return { ask, pending: revoking.isPending };
}
