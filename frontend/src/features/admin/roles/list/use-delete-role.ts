import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RoleResponse } from '../../../../api/generated/model/roleResponse';
import { deleteCustomRole } from '../../../../api/generated/roles/roles';
import { roleTexts } from '../../../../messages/en-roles';
import { confirm } from '../../../../ui/dialogs/dialogs';
import { showErrorDetail, showSuccess } from '../../../../shared/roles/role-dialogs';
import { refreshRoleQueries } from '../queries';

const text = roleTexts.roles;

/** Deletes a role after confirmation; the server rejects it while users have the role. */
export function useDeleteRole() {
  const queryClient = useQueryClient();
  const deleting = useMutation({
    mutationFn: (id: string) => deleteCustomRole(id),
    onSuccess: () => {
      showSuccess(text.removed);
    },
    onError: (error) => {
      showErrorDetail(text.removeFailed, error);
    },
    onSettled: () => refreshRoleQueries(queryClient),
  });
  const confirmDelete = async ({ id, display_name }: RoleResponse) => {
    const sure = await confirm({
      title: text.confirmTitle,
      text: text.confirmText(display_name),
      confirmLabel: text.remove,
      isDestructive: true,
    });
    if (sure) deleting.mutate(id);
  };
  return { confirmDelete, pending: deleting.isPending };
}
