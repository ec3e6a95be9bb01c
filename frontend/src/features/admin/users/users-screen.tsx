import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { CatchBoundary, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { UserSummaryResponse } from '../../../api/generated/model/userSummaryResponse';
import { usePageTitle } from '../../../lib/use-page-title';
import { people } from '../../../messages/en-people';
import { LoadFailed } from '../../../shared/errors/load-failed';
import { PageHeading } from '../../../ui/page-heading';
import { SearchField } from '../../../ui/search-field';
import { ChangeRoleDialog } from './change-role-dialog';
import type { UsersSearch } from './search-params';
import { UserResults } from './user-results';
import { UserTableSkeleton } from './users-skeleton';

const text = people.users;

export function UsersScreen({ search }: { search: UsersSearch }) {
  const navigate = useNavigate();
  const { reset } = useQueryErrorResetBoundary();
  // Above the results: a search that still comes in must not take the open dialog away.
  const [changing, setChanging] = useState<UserSummaryResponse>();
  usePageTitle(text.title);
  const change = (next: UsersSearch) => void navigate({ to: '/admin/users', search: next, replace: true });
  const key = JSON.stringify(search);

  return (
    <>
      <PageHeading title={text.title} lead={text.lead}>
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
          <LoadFailed
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
