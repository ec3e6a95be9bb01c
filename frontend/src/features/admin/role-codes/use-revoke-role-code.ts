import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RoleCodeResponse } from '../../../api/generated/model/roleCodeResponse';
import { deleteRoleCode } from '../../../api/generated/role-codes/role-codes';
import { roleCodes as text } from '../../../messages/en-role-codes';
import { getErrorText } from '../../../shared/errors/error-text';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import { roleCodesKey } from './queries';
import { refreshQueries } from '../../../shared/query-client';

/** Revokes a role code after confirmation. */
export function useRevokeRoleCode() {
  const queryClient = useQueryClient();
  const revoking = useMutation({
    mutationFn: (id: string) => deleteRoleCode(id),
    onSuccess: () => {
      toast(text.revoked);
    },
    onError: (error) => {
      void alert({ title: text.revokeFailedTitle, text: getErrorText(error, text.tryAgain) });
    },
    onSettled: () => refreshQueries(queryClient, roleCodesKey),
  });
  const confirmRevoke = async ({ id, hint, role_display_name }: RoleCodeResponse) => {
    const sure = await confirm({
      title: text.confirmTitle,
      text: text.confirmText(hint, role_display_name),
      confirmLabel: text.revoke,
      isDestructive: true,
    });
    if (sure) revoking.mutate(id);
  };
  return { confirmRevoke, pending: revoking.isPending };
}
