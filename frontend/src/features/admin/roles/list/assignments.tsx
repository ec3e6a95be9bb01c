import { IconUserSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { RoleResponse } from '../../../../api/generated/model/roleResponse';
import { roleTexts } from '../../../../messages/en-roles';
import { LoadError } from '../../../../shared/errors/load-error';
import { Pager } from '../../../../ui/pager';
import { SearchField } from '../../../../ui/search-field';
import { StateView } from '../../../../ui/state-view';
import { Table } from '../../../../ui/table';
import { ASSIGNMENTS_PAGE_SIZE, assignmentsQuery } from '../queries';
import shared from '../roles.module.css';
import { RolesSkeleton } from '../roles-skeleton';
import type { RolesSearch } from '../search-params';
import { AssignmentRow } from './assignment-row';
import classes from './list.module.css';

const text = roleTexts.assignments;

interface AssignmentsProps {
  search: RolesSearch;
  roles: readonly RoleResponse[];
}

function AssignmentTable({ search, roles, onPage }: AssignmentsProps & { onPage: (page: number) => void }) {
  const { data, error, refetch } = useQuery({ ...assignmentsQuery(search), placeholderData: keepPreviousData });
  if (!data) {
    return error ? (
      <LoadError error={error} title={roleTexts.roles.loadFailed} onRetry={() => void refetch()} />
    ) : (
      <RolesSkeleton />
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
  const change = (next: RolesSearch) =>
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
