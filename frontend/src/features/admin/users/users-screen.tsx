import { IconUserSearch } from '@tabler/icons-react';
import { useQueryErrorResetBoundary, useSuspenseQuery } from '@tanstack/react-query';
import { CatchBoundary, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { UserSummaryResponse } from '../../../api/generated/model/userSummaryResponse';
import { usePageTitle } from '../../../lib/page';
import { userTexts } from '../../../messages/en-users';
import { LoadError } from '../../../shared/errors/load-error';
import { PageHeading } from '../../../ui/page-heading';
import { Pager } from '../../../ui/table';
import { SearchField } from '../../../ui/fields';
import { StateView } from '../../../ui/state-view';
import { ChangeRoleDialog } from './change-role-dialog';
import { PAGE_SIZE, usersQuery, type UsersSearch } from './queries';
import { UserTable } from './user-table';
import { UserTableSkeleton } from './users-skeleton';

const text = userTexts.users;

interface UserResultsProps {
  search: UsersSearch;
  onPage: (page: number) => void;
  onChangeRole: (user: UserSummaryResponse) => void;
}

function UserResults({ search, onPage, onChangeRole }: UserResultsProps) {
  const { data } = useSuspenseQuery(usersQuery(search));
  if (data.items.length === 0) {
    return <StateView icon={<IconUserSearch size={24} />} title={text.empty} text={text.emptyText} />;
  }
  return (
    <>
      <UserTable users={data.items} onChangeRole={onChangeRole} />
      <Pager page={search.page ?? 1} pageSize={PAGE_SIZE} total={data.total} onPage={onPage} />
    </>
  );
}

export function UsersScreen({ search }: { search: UsersSearch }) {
  const navigate = useNavigate();
  const { reset } = useQueryErrorResetBoundary();
  // Held above the results, so that a running search does not unmount the open dialog.
  const [changing, setChanging] = useState<UserSummaryResponse>();
  usePageTitle(text.title);
  const change = (next: UsersSearch) => void navigate({ to: '/admin/users', search: next, replace: true });
  const key = JSON.stringify(search);

  return (
    <>
      <PageHeading title={text.title} description={text.lead}>
        <SearchField
          label={text.search}
          placeholder={text.searchPlaceholder}
          value={search.q ?? ''}
          onSearch={(q) => {
            change({ q: q || undefined });
          }}
        />
      </PageHeading>
      <CatchBoundary
        getResetKey={() => key}
        errorComponent={({ error, reset: retry }) => (
          <LoadError
            error={error}
            title={text.loadFailed}
            onRetry={() => {
              reset();
              retry();
            }}
          />
        )}
      >
        <Suspense key={key} fallback={<UserTableSkeleton />}>
          <UserResults
            search={search}
            onPage={(page) => {
              change({ ...search, page: page === 1 ? undefined : page });
            }}
            onChangeRole={setChanging}
          />
        </Suspense>
      </CatchBoundary>
      {changing && (
        <ChangeRoleDialog
          user={changing}
          onClose={() => {
            setChanging(undefined);
          }}
        />
      )}
    </>
  );
}
