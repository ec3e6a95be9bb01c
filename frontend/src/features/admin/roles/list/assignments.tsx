import { IconUserSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { RoleResponse } from '../../../../api/generated/model/roleResponse';
import type { UserSummaryResponse } from '../../../../api/generated/model/userSummaryResponse';
import { assignRole } from '../../../../api/generated/roles/roles';
import { roleTexts } from '../../../../messages/roles';
import { userTexts } from '../../../../messages/users';
import { getRoleName } from '../../../../shared/roles/roles';
import { LoadError } from '../../../../shared/errors/load-error';
import { UserLink } from '../../../../shared/links';
import { showErrorDetail } from '../../../../shared/roles/role-alerts';
import { useSession } from '../../../../shared/session/session';
import { useActionMutation } from '../../../../shared/use-action-mutation';
import { confirm } from '../../../../ui/dialogs/dialogs';
import { SearchField, SelectField } from '../../../../ui/fields';
import { ListSkeleton } from '../../../../ui/skeleton';
import { StateView } from '../../../../ui/state-view';
import { Pager, Table } from '../../../../ui/table';
import { toast } from '../../../../ui/toast/toast';
import { ASSIGNMENTS_PAGE_SIZE, assignmentsQuery, type AssignmentsSearch, refreshRoleQueries } from '../queries';
import shared from '../roles.module.css';
import classes from './list.module.css';
import { isolate } from '../../../../ui/isolate';

const text = roleTexts.assignments;

interface AssignmentRowProps {
  user: UserSummaryResponse;
  roles: readonly RoleResponse[];
}

/** The change is confirmed first, because arrow keys change a closed select. */
function AssignmentRow({ user, roles }: AssignmentRowProps) {
  const queryClient = useQueryClient();
  const isSelf = useSession().user?.id === user.id;
  const assigning = useActionMutation({
    mutationFn: (role: string) => assignRole(user.id, { role }),
    onSuccess: () => {
      toast(text.updated);
    },
    onError: (error) => {
      showErrorDetail(text.failed, error);
    },
    onSettled: () => refreshRoleQueries(queryClient),
  });
  const choose = async (role: string) => {
    const sure = await confirm({
      title: text.confirmTitle,
      text: isolate(
        (who, code) => text.confirmText({ name: who, role: code }),
        user.name,
        getRoleName(role, roles.find(({ name }) => name === role)?.display_name),
      ),
      confirmLabel: text.confirm,
    });
    if (sure) assigning.mutate(role);
  };
  return (
    <tr>
      <td data-label={text.user} data-main className={classes.user}>
        <UserLink id={user.id} name={user.name} />
      </td>
      <td data-label={text.email} className={classes.email}>
        {user.email ?? userTexts.users.hidden}
      </td>
      <td data-label={roleTexts.role} data-stacked>
        <SelectField
          aria-label={text.roleOf(user.name)}
          // Shows the requested role while the request is pending.
          value={assigning.isPending ? assigning.variables : user.role}
          disabled={isSelf || assigning.isPending}
          title={isSelf ? text.ownRole : undefined}
          data={roles.map(({ name, display_name }) => ({ value: name, label: getRoleName(name, display_name) }))}
          onChange={(event) => void choose(event.currentTarget.value)}
        />
      </td>
    </tr>
  );
}

interface AssignmentsProps {
  search: AssignmentsSearch;
  roles: readonly RoleResponse[];
}

function AssignmentTable({ search, roles, onPage }: AssignmentsProps & { onPage: (page: number) => void }) {
  const { data, error, refetch } = useQuery({ ...assignmentsQuery(search), placeholderData: keepPreviousData });
  if (!data) {
    return error ? (
      <LoadError error={error} title={roleTexts.roles.loadFailed} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton rows={6} rowHeight="2.75rem" />
    );
  }
  if (data.items.length === 0) {
    return <StateView icon={<IconUserSearch size={24} />} title={text.empty} text={text.emptyText} />;
  }
  return (
    <>
      <Table columns={[text.user, text.email, roleTexts.role]} hasActions={false}>
        {data.items.map((user) => (
          <AssignmentRow key={user.id} user={user} roles={roles} />
        ))}
      </Table>
      <Pager page={search.page ?? 1} pageSize={ASSIGNMENTS_PAGE_SIZE} total={data.total} onPage={onPage} />
    </>
  );
}

/** The table of users and their roles. */
export function Assignments({ search, roles }: AssignmentsProps) {
  const navigate = useNavigate();
  const change = (next: AssignmentsSearch) =>
    void navigate({ to: '/admin/roles', search: next, replace: true, resetScroll: false });
  return (
    <section aria-labelledby="role-assignments" className={classes.assignments}>
      <h2 id="role-assignments" className={shared.heading}>
        {text.title}
      </h2>
      <div className={classes.search}>
        <SearchField
          label={text.search}
          placeholder={text.searchPlaceholder}
          value={search.q ?? ''}
          onSearch={(q) => {
            change({ q: q || undefined });
          }}
        />
      </div>
      <AssignmentTable
        search={search}
        roles={roles}
        onPage={(page) => {
          change({ ...search, page: page === 1 ? undefined : page });
        }}
      />
    </section>
  );
}
