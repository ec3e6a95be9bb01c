import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RoleResponse } from '../../../../api/generated/model/roleResponse';
import { deleteCustomRole } from '../../../../api/generated/roles/roles';
import { roleTexts } from '../../../../messages/en-roles';
import { confirm } from '../../../../ui/dialogs/dialogs';
import { tellDetail, tellSuccess } from '../../../../shared/role-acts';
import { afterRolesChange } from '../queries';

const text = roleTexts.roles;

/** Asks, then deletes it; the server refuses while somebody has it. */
export function useDeleteRole() {
  const queryClient = useQueryClient();
  const deleting = useMutation({
    mutationFn: (id: string) => deleteCustomRole(id),
    onSuccess: () => {
      tellSuccess(text.removed);
    },
    onError: (error) => {
      tellDetail(text.removeFailed, error);
    },
    onSettled: () => afterRolesChange(queryClient),
  });
  const ask = async ({ id, display_name }: RoleResponse) => {
    const sure = await confirm({
      title: text.confirmTitle,
      text: text.confirmText(display_name),
      confirmLabel: text.remove,
      destructive: true,
    });
    if (sure) deleting.mutate(id);
  };
  return { ask, pending: deleting.isPending };
}
