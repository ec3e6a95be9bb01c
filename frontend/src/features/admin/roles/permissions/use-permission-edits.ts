import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RolePermissionsRowResponse } from '../../../../api/generated/model/rolePermissionsRowResponse';
import { setRolePermissions } from '../../../../api/generated/roles/roles';
import { roleTexts } from '../../../../messages/en-roles';
import { useUnsavedChangesGuard } from '../../../../shared/forms/use-unsaved-changes-guard';
import { showError, showSuccess } from '../../../../shared/roles/role-alerts';
import { refreshRoleQueries, rolePermissionsQuery } from '../queries';

const text = roleTexts.permissions;

type PermissionEdits = Partial<Record<string, readonly string[]>>;

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id));

/** Unsaved permission changes per role; selecting another role keeps them. */
export function usePermissionEdits(roles: readonly RolePermissionsRowResponse[]) {
  const queryClient = useQueryClient();
  const [edits, setEdits] = useState<PermissionEdits>({});
  const held = (role: RolePermissionsRowResponse) => edits[role.role] ?? role.permissions;
  const isDirty = (role: RolePermissionsRowResponse) => !isSame(held(role), role.permissions);
  const dirty = roles.filter(isDirty).map(({ role }) => role);
  useUnsavedChangesGuard(dirty.length > 0, { ...roleTexts.leave, text: roleTexts.leave.text(dirty.join(', ')) });

  const forget = (role: string) => {
    setEdits((before) => ({ ...before, [role]: undefined }));
  };
  const saving = useMutation({
    mutationFn: (role: RolePermissionsRowResponse) => setRolePermissions(role.role, { permissions: [...held(role)] }),
    onSuccess: async ({ role, permissions }) => {
      queryClient.setQueryData(
        rolePermissionsQuery.queryKey,
        (before) =>
          before && {
            role_permissions: before.role_permissions.map((row) => (row.role === role ? { ...row, permissions } : row)),
          },
      );
      forget(role);
      showSuccess(text.saved(role));
      await refreshRoleQueries(queryClient);
    },
    onError: (error, { role }) => {
      showError(text.saveFailed(role), error);
    },
  });
  const toggle = (role: RolePermissionsRowResponse, id: string, on: boolean) => {
    const others = held(role).filter((known) => known !== id);
    setEdits((before) => ({ ...before, [role.role]: on ? [...others, id] : others }));
  };
  return { held, isDirty, toggle, forget, save: saving.mutate, isSaving: saving.isPending };
}
