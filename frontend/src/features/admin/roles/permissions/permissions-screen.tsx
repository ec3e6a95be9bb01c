import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import type { PermissionResponse } from '../../../../api/generated/model/permissionResponse';
import type { RolePermissionsRowResponse } from '../../../../api/generated/model/rolePermissionsRowResponse';
import { setRolePermissions } from '../../../../api/generated/roles/roles';
import { usePageTitle } from '../../../../lib/page';
import { permissionTexts } from '../../../../messages/permissions';
import { roleTexts } from '../../../../messages/roles';
import { getRoleName } from '../../../../shared/roles/roles';
import { LoadError } from '../../../../shared/errors/load-error';
import { useUnsavedChangesGuard } from '../../../../shared/forms/unsaved-changes';
import { showError } from '../../../../shared/roles/role-alerts';
import { useSession } from '../../../../shared/session/session';
import { useActionMutation } from '../../../../shared/use-action-mutation';
import { Button } from '../../../../ui/button';
import { PageHeading } from '../../../../ui/page-heading';
import { ListSkeleton } from '../../../../ui/skeleton';
import { Toggle } from '../../../../ui/toggle';
import { toast } from '../../../../ui/toast/toast';
import { permissionsQuery, refreshRoleQueries, rolePermissionsQuery } from '../queries';
import { RoleSelect } from '../role-select';
import classes from '../roles.module.css';

const text = roleTexts.permissions;

type PermissionEdits = Partial<Record<string, readonly string[]>>;

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id));

/** Unsaved permission changes per role; selecting another role keeps them. */
function usePermissionEdits(roles: readonly RolePermissionsRowResponse[]) {
  const queryClient = useQueryClient();
  const [edits, setEdits] = useState<PermissionEdits>({});
  const held = (role: RolePermissionsRowResponse) => edits[role.role] ?? role.permissions;
  const isDirty = (role: RolePermissionsRowResponse) => !isSame(held(role), role.permissions);
  const dirty = roles.filter(isDirty).map(({ role, display_name }) => getRoleName(role, display_name));
  useUnsavedChangesGuard(dirty.length > 0, { ...roleTexts.leave, text: roleTexts.leave.text(dirty.join(', ')) });

  const forget = (role: string) => {
    setEdits((before) => ({ ...before, [role]: undefined }));
  };
  const saving = useActionMutation({
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
      toast(text.saved(role));
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

interface PermissionGroupsProps {
  permissions: readonly PermissionResponse[];
  grantedIds: readonly string[];
  isLocked: boolean;
  onToggle: (id: string, on: boolean) => void;
}

const categoryNames: Readonly<Record<string, string>> = permissionTexts.categories;
const permissionNames: Readonly<Record<string, { name: string; description: string }>> = permissionTexts.permissions;

/** In the language of the page; in English, by the server, for permissions that this frontend does not know. */
const findTexts = (permission: PermissionResponse) => permissionNames[permission.id.replace('.', '_')] ?? permission;

function PermissionGroup({ category, children }: { category: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.panel}>
      <h2 id={id}>{categoryNames[category] ?? category}</h2>
      <ul className={classes.rows}>{children}</ul>
    </section>
  );
}

/** All permissions, grouped and ordered as in the response. */
function PermissionGroups({ permissions, grantedIds, isLocked, onToggle }: PermissionGroupsProps) {
  const own = useSession().user?.permissions ?? [];
  const categories = [...new Set(permissions.map(({ category }) => category))];
  return (
    <div className={classes.groups}>
      {categories.map((category) => (
        <PermissionGroup key={category} category={category}>
          {permissions
            .filter((permission) => permission.category === category)
            .map((permission) => {
              const { id } = permission;
              const { name, description } = findTexts(permission);
              const isForeign = !own.includes(id);
              return (
                <li key={id} className={classes.row}>
                  <Toggle
                    label={name}
                    description={description}
                    checked={grantedIds.includes(id)}
                    disabled={isLocked || isForeign}
                    onChange={(event) => {
                      onToggle(id, event.currentTarget.checked);
                    }}
                  />
                </li>
              );
            })}
        </PermissionGroup>
      ))}
    </div>
  );
}

interface PermissionsFormProps {
  permissions: readonly PermissionResponse[];
  roles: readonly RolePermissionsRowResponse[];
  /** The role name in the URL. */
  selectedRole?: string;
}

function PermissionsForm({ permissions, roles, selectedRole }: PermissionsFormProps) {
  const navigate = useNavigate();
  const own = useSession().user?.permissions ?? [];
  const { held, isDirty, toggle, forget, save, isSaving } = usePermissionEdits(roles);
  const isNamed = ({ role }: RolePermissionsRowResponse) => role === selectedRole;
  // ADMIN comes first and is locked.
  const role = roles.find(isNamed) ?? roles.find(({ abilities }) => abilities.edit) ?? roles[0];
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
          roles={roles.map((row) => ({
            name: row.role,
            displayName: getRoleName(row.role, row.display_name),
            isDirty: isDirty(row),
          }))}
          value={role.role}
          onChange={(name) => void navigate({ to: '/admin/permissions', search: { role: name }, replace: true })}
        />
        <p role="status" className={classes.count}>
          {text.granted({ count: held(role).length, all: permissions.length })}
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
        <div className={classes.saveBar}>
          <Button type="submit" isLoading={isSaving}>
            {text.save(getRoleName(role.role, role.display_name))}
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

function Permissions({ role }: { role?: string }) {
  const all = useQuery(permissionsQuery);
  const roles = useQuery(rolePermissionsQuery);
  const error = all.error ?? roles.error;
  if (all.data && roles.data) {
    return (
      <PermissionsForm permissions={all.data.permissions} roles={roles.data.role_permissions} selectedRole={role} />
    );
  }
  if (!error) return <ListSkeleton rows={6} rowHeight="2.75rem" />;
  const retry = () => {
    void all.refetch();
    void roles.refetch();
  };
  return <LoadError error={error} title={text.loadFailed} onRetry={retry} />;
}

export function PermissionsScreen({ role }: { role?: string }) {
  usePageTitle(text.title);
  return (
    <>
      <PageHeading title={text.title} description={text.lead} />
      <p>{text.guidance}</p>
      <Permissions role={role} />
    </>
  );
}
