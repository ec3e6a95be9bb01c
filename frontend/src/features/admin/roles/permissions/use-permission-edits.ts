import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RolePermissionsRowResponse } from '../../../../api/generated/model/rolePermissionsRowResponse';
import { setRolePermissions } from '../../../../api/generated/roles/roles';
import { roleTexts } from '../../../../messages/en-roles';
import { useLeaveGuard } from '../../../../shared/forms/use-leave-guard';
import { tellFailure, tellSuccess } from '../../../../shared/role-acts';
import { afterRolesChange, rolePermissionsQuery } from '../queries';

const text = roleTexts.permissions;

type Edits = Partial<Record<string, readonly string[]>>;

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id));

/** What was switched for each role, until that role is saved; looking at another role loses nothing. */
export function usePermissionEdits(roles: readonly RolePermissionsRowResponse[]) {
  const queryClient = useQueryClient();
  const [edits, setEdits] = useState<Edits>({});
  const held = (role: RolePermissionsRowResponse) => edits[role.role] ?? role.permissions;
  const isDirty = (role: RolePermissionsRowResponse) => !isSame(held(role), role.permissions);
  const dirty = roles.filter(isDirty).map(({ role }) => role);
  useLeaveGuard(dirty.length > 0, { ...roleTexts.leave, text: roleTexts.leave.text(dirty.join(', ')) });

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
      tellSuccess(text.saved(role));
      await afterRolesChange(queryClient);
    },
    onError: (error, { role }) => {
      tellFailure(text.saveFailed(role), error);
    },
  });
  const toggle = (role: RolePermissionsRowResponse, id: string, on: boolean) => {
    const others = held(role).filter((known) => known !== id);
    setEdits((before) => ({ ...before, [role.role]: on ? [...others, id] : others }));
  };
  return { held, isDirty, toggle, forget, save: saving.mutate, isSaving: saving.isPending };
}
