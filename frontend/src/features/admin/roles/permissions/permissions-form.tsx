import { useNavigate } from '@tanstack/react-router';
import type { PermissionResponse } from '../../../../api/generated/model/permissionResponse';
import type { RolePermissionsRowResponse } from '../../../../api/generated/model/rolePermissionsRowResponse';
import { roleTexts } from '../../../../messages/en-roles';
import { useSession } from '../../../../shared/session/session';
import { Button } from '../../../../ui/button';
import { RoleSelect } from '../role-select';
import classes from '../roles.module.css';
import { PermissionGroups } from './permission-groups';
import { usePermissionEdits } from './use-permission-edits';

const text = roleTexts.permissions;

interface PermissionsFormProps {
  permissions: readonly PermissionResponse[];
  roles: readonly RolePermissionsRowResponse[];
  /** the role name in the URL */
  selectedRole?: string;
}

export function PermissionsForm({ permissions, roles, selectedRole }: PermissionsFormProps) {
  const navigate = useNavigate();
  const own = useSession().user?.permissions ?? [];
  const { held, isDirty, toggle, forget, save, isSaving } = usePermissionEdits(roles);
  const role = roles.find(({ role: name }) => name === selectedRole) ?? roles[0];
  if (!role) return null;
  const isAllOwn = permissions.every(({ id }) => own.includes(id));
  const note = role.abilities.edit ? !isAllOwn && text.notOwn : text.locked;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save(role);
      }}
    >
      <div className={classes.choose}>
        <RoleSelect
          roles={roles.map((row) => ({ name: row.role, displayName: row.display_name, isDirty: isDirty(row) }))}
          value={role.role}
          onChange={(name) => void navigate({ to: '/admin/permissions', search: { role: name }, replace: true })}
        />
        <p role="status" className={classes.count}>
          {text.granted(held(role).length, permissions.length)}
        </p>
      </div>
      {note && <p className={classes.note}>{note}</p>}
      <PermissionGroups
        permissions={permissions}
        grantedIds={held(role)}
        isLocked={!role.abilities.edit || isSaving}
        onToggle={(id, on) => {
          toggle(role, id, on);
        }}
      />
      {role.abilities.edit && (
        <div className={classes.actions}>
          <Button type="submit" isLoading={isSaving}>
            {text.save(role.role)}
          </Button>
          {isDirty(role) && !isSaving && (
            <Button
              variant="subtle"
              onClick={() => {
                forget(role.role);
              }}
            >
              {roleTexts.discard}
            </Button>
          )}
        </div>
      )}
    </form>
  );
}
