import { IconUserSearch } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { UserSummaryResponse } from '../../../api/generated/model/userSummaryResponse';
import { userTexts } from '../../../messages/en-users';
import { Pager } from '../../../ui/pager';
import { StateView } from '../../../ui/state-view';
import { PAGE_SIZE, usersQuery } from './queries';
import type { UsersSearch } from './search-params';
import { UserTable } from './user-table';

const text = userTexts.users;

interface UserResultsProps {
  search: UsersSearch;
  onPage: (page: number) => void;
  onChangeRole: (user: UserSummaryResponse) => void;
}

export function UserResults({ search, onPage, onChangeRole }: UserResultsProps) {
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
