import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RoleResponse } from '../../../../api/generated/model/roleResponse';
import { deleteCustomRole } from '../../../../api/generated/roles/roles';
import { usePageTitle } from '../../../../lib/page';
import { roleTexts } from '../../../../messages/roles';
import { getRoleName } from '../../../../shared/roles/roles';
import { getCategoryColor } from '../../../../shared/categories/category-color';
import { LoadError } from '../../../../shared/errors/load-error';
import { showErrorDetail } from '../../../../shared/roles/role-alerts';
import { useCan } from '../../../../shared/session/session';
import { useActionMutation } from '../../../../shared/use-action-mutation';
import { Badge } from '../../../../ui/badge';
import { Button, ButtonLink } from '../../../../ui/button';
import { confirm } from '../../../../ui/dialogs/dialogs';
import { PageHeading } from '../../../../ui/page-heading';
import { ListSkeleton } from '../../../../ui/skeleton';
import { Table } from '../../../../ui/table';
import { toast } from '../../../../ui/toast/toast';
import { type AssignmentsSearch, refreshRoleQueries, rolesQuery } from '../queries';
import shared from '../roles.module.css';
import { Assignments } from './assignments';
import { CreateRoleDialog, EditRoleDialog } from './role-dialogs';
import classes from './list.module.css';
import { isolate } from '../../../../ui/isolate';

const text = roleTexts.roles;

/** Deletes a role after confirmation; the server rejects it while users have the role. */
function useDeleteRole() {
  const queryClient = useQueryClient();
  const deleting = useActionMutation({
    mutationFn: (id: string) => deleteCustomRole(id),
    onSuccess: () => {
      toast(text.removed);
    },
    onError: (error) => {
      showErrorDetail(text.removeFailed, error);
    },
    onSettled: () => refreshRoleQueries(queryClient),
  });
  const confirmDelete = async ({ id, display_name }: RoleResponse) => {
    const sure = await confirm({
      title: text.confirmTitle,
      text: isolate(text.confirmText, display_name),
      confirmLabel: text.remove,
      isDestructive: true,
    });
    if (sure) deleting.mutate(id);
  };
  return { confirmDelete, isPending: deleting.isPending };
}

interface RoleListProps {
  roles: readonly RoleResponse[];
  onEdit: (role: RoleResponse) => void;
}

function CustomRoleActions({ role, onEdit }: { role: RoleResponse; onEdit: (role: RoleResponse) => void }) {
  const { confirmDelete, isPending } = useDeleteRole();
  return (
    <>
      <Button
        variant="default"
        size="sm"
        aria-label={text.editNamed(role.display_name)}
        onClick={() => {
          onEdit(role);
        }}
      >
        {text.edit}
      </Button>
      <Button
        variant="default"
        size="sm"
        aria-label={text.removeNamed(role.display_name)}
        isLoading={isPending}
        onClick={() => void confirmDelete(role)}
      >
        {text.remove}
      </Button>
    </>
  );
}

/** Of the built-in roles, which cannot be changed. */
const descriptions: Readonly<Record<string, string>> = text.descriptions;

function RoleRow({ role, onEdit }: { role: RoleResponse; onEdit: (role: RoleResponse) => void }) {
  const canManagePermissions = useCan('permissions.manage');
  return (
    <tr>
      <td data-label={text.displayName} data-main>
        <span className={classes.role}>
          <span className={classes.swatch} style={getCategoryColor(role.color)} aria-hidden="true" />
          <span>
            <span className={classes.displayName}>{getRoleName(role.name, role.display_name)}</span>
            <span className={classes.description}>{descriptions[role.name] ?? role.description}</span>
          </span>
        </span>
      </td>
      <td data-label={text.name}>
        <code className={classes.name}>{role.name}</code>
      </td>
      <td data-label={text.priority}>{role.priority}</td>
      <td data-actions>
        <span className={classes.actions}>
          {role.is_system_role && <Badge tone="slate">{roleTexts.system}</Badge>}
          {canManagePermissions && (
            <ButtonLink
              to="/admin/permissions"
              search={{ role: role.name }}
              variant="subtle"
              size="sm"
              aria-label={text.toPermissionsNamed(role.display_name)}
            >
              {text.toPermissions}
            </ButtonLink>
          )}
          {!role.is_system_role && <CustomRoleActions role={role} onEdit={onEdit} />}
        </span>
      </td>
    </tr>
  );
}

/** All roles, highest priority first. */
function RoleList({ roles, onEdit }: RoleListProps) {
  const system = roles.filter(({ is_system_role }) => is_system_role).length;
  return (
    <section aria-labelledby="all-roles">
      <h2 id="all-roles" className={shared.heading}>
        {text.listTitle}
      </h2>
      <p className={shared.muted}>
        {text.counts({ system, custom: roles.length - system })}. {text.note}
      </p>
      {/* Focusable, so that it can be scrolled by keyboard. */}
      <div className={classes.scroll} tabIndex={0} role="group" aria-labelledby="all-roles">
        <Table columns={[text.displayName, text.name, text.priority]}>
          {roles.map((role) => (
            <RoleRow key={role.id} role={role} onEdit={onEdit} />
          ))}
        </Table>
      </div>
    </section>
  );
}

type OpenDialog = 'create' | RoleResponse;

export function RolesScreen({ search }: { search: AssignmentsSearch }) {
  const { data, error, refetch } = useQuery(rolesQuery);
  const canAssign = useCan('users.manage');
  const [open, setOpen] = useState<OpenDialog>();
  usePageTitle(text.title);
  const close = () => {
    setOpen(undefined);
  };
  return (
    <>
      <PageHeading title={text.title} description={text.lead}>
        <Button
          icon={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => {
            setOpen('create');
          }}
        >
          {text.create}
        </Button>
      </PageHeading>
      {data && <RoleList roles={data.roles} onEdit={setOpen} />}
      {!data && error && <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={6} rowHeight="2.75rem" />}
      {data && canAssign && <Assignments search={search} roles={data.roles} />}
      {open === 'create' && <CreateRoleDialog onClose={close} />}
      {open && open !== 'create' && <EditRoleDialog role={open} onClose={close} />}
    </>
  );
}
