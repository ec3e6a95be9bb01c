import { IconUserSearch } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { UserSummaryResponse } from '../../../api/generated/model/userSummaryResponse';
import { peopleTexts } from '../../../messages/en-admin-people';
import { userTexts } from '../../../messages/en-users';
import { Button } from '../../../ui/button';
import { StateView } from '../../../ui/state-view';
import { Pager } from '../../../ui/table';
import { BulkRoleDialog } from './bulk-role-dialog';
import { PAGE_SIZE, usersQuery } from './queries';
import type { UserDialogActions } from './user-menu';
import { UserTable } from './user-table';
import { UserTableSkeleton } from './users-skeleton';
import type { UsersSearch } from './users-search';
import classes from './users.module.css';

const text = userTexts.users;
const bulk = peopleTexts.bulk;

interface UserResultsProps extends UserDialogActions {
  search: UsersSearch;
  onPage: (page: number) => void;
  onChangeRole: (user: UserSummaryResponse) => void;
}

/** Mounted anew for each page, so that only visible users are selected. */
export function UserResults({ search, onPage, ...actions }: UserResultsProps) {
  const { data } = useSuspenseQuery(usersQuery(search));
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const [isChanging, setChanging] = useState(false);
  // Without users who have disappeared from the page.
  const selected = data.items.filter(({ id }) => chosenIds.has(id));
  const selectedIds = new Set(selected.map(({ id }) => id));
  const clear = () => {
    setChosenIds(new Set());
  };
  const lastPage = Math.ceil(data.total / PAGE_SIZE);
  const isBeyondEnd = data.items.length === 0 && lastPage > 0 && (search.page ?? 1) > lastPage;
  const showLastPage = useEffectEvent(() => {
    onPage(lastPage);
  });
  useEffect(() => {
    if (isBeyondEnd) showLastPage();
  }, [isBeyondEnd]);
  if (isBeyondEnd) return <UserTableSkeleton />;
  if (data.items.length === 0) {
    return <StateView icon={<IconUserSearch size={24} />} title={text.empty} text={text.emptyText} />;
  }
  return (
    <>
      <div role="group" aria-label={bulk.bar} className={classes.bulk} data-open={selected.length > 0 || undefined}>
        <p role="status" className={classes.selected}>
          {selected.length > 0 && bulk.selected(selected.length)}
        </p>
        {selected.length > 0 && (
          <>
            <Button
              size="sm"
              onClick={() => {
                setChanging(true);
              }}
            >
              {bulk.changeRole}
            </Button>
            <Button variant="default" size="sm" onClick={clear}>
              {bulk.clear}
            </Button>
          </>
        )}
      </div>
      <UserTable users={data.items} selectedIds={selectedIds} onSelect={setChosenIds} {...actions} />
      <Pager page={search.page ?? 1} pageSize={PAGE_SIZE} total={data.total} onPage={onPage} />
      {isChanging && (
        <BulkRoleDialog
          users={selected}
          onClose={() => {
            setChanging(false);
          }}
        />
      )}
    </>
  );
}
