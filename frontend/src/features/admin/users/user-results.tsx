import { IconUserSearch } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { UserSummaryResponse } from '../../../api/generated/model/userSummaryResponse';
import { getListUsersUrl } from '../../../api/generated/users/users';
import { peopleTexts } from '../../../messages/admin-people';
import { userTexts } from '../../../messages/users';
import { SelectAllButton } from '../../../shared/selection/select-all-button';
import barClasses from '../../../shared/selection/selection-bar.module.css';
import { useSession } from '../../../shared/session/session';
import { Button } from '../../../ui/button';
import { StateView } from '../../../ui/state-view';
import { Pager } from '../../../ui/table';
import { BulkRoleDialog } from './bulk-role-dialog';
import { PAGE_SIZE, toListParams, usersQuery } from './queries';
import { filterSelectable } from './selectable-users';
import type { UserDialogActions } from './user-menu';
import { UserTable } from './user-table';
import { UserTableSkeleton } from './users-skeleton';
import type { UsersSearch } from './users-search';

const text = userTexts.users;
const bulk = peopleTexts.bulk;

interface UserResultsProps extends UserDialogActions {
  search: UsersSearch;
  onPage: (page: number) => void;
  onChangeRole: (user: UserSummaryResponse) => void;
}

/** Mounted anew for each page, so that users are selected on the page that is shown, or all that match. */
export function UserResults({ search, onPage, ...actions }: UserResultsProps) {
  const { data } = useSuspenseQuery(usersQuery(search));
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  /** Users of other pages, once all are selected. */
  const [others, setOthers] = useState<readonly UserSummaryResponse[]>([]);
  /** How many were not selected with all; undefined while not all are. */
  const [leftOut, setLeftOut] = useState<number>();
  const [isChanging, setChanging] = useState(false);
  const ownId = useSession().user?.id;
  // Without users who have disappeared from the page.
  const selected = [...data.items, ...others].filter(({ id }) => chosenIds.has(id));
  const selectedIds = new Set(selected.map(({ id }) => id));
  const select = (ids: ReadonlySet<string>) => {
    setChosenIds(ids);
    setLeftOut(undefined);
  };
  const selectAll = (found: readonly UserSummaryResponse[]) => {
    const selectable = filterSelectable(found, ownId);
    const shownIds = new Set(data.items.map(({ id }) => id));
    setChosenIds(new Set(selectable.map(({ id }) => id)));
    setOthers(selectable.filter(({ id }) => !shownIds.has(id)));
    setLeftOut(found.length - selectable.length);
  };
  const isPageSelected = filterSelectable(data.items, ownId).every(({ id }) => selectedIds.has(id));
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
      <div role="group" aria-label={bulk.bar} className={selected.length > 0 ? barClasses.bar : undefined}>
        <p role="status" className={barClasses.count}>
          {selected.length > 0 &&
            [bulk.selected(selected.length), ...(leftOut ? [bulk.leftOut(leftOut)] : [])].join(' ')}
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
            {isPageSelected && leftOut === undefined && data.total > data.items.length && (
              <SelectAllButton
                total={data.total}
                isCapped={data.capped}
                getPageUrl={(paging) => getListUsersUrl({ ...toListParams(search), ...paging })}
                onLoaded={selectAll}
              />
            )}
            <Button
              variant="default"
              size="sm"
              onClick={() => {
                select(new Set());
              }}
            >
              {bulk.clear}
            </Button>
          </>
        )}
      </div>
      <UserTable users={data.items} selectedIds={selectedIds} onSelect={select} {...actions} />
      <Pager page={search.page ?? 1} pageSize={PAGE_SIZE} total={data.total} onPage={onPage} />
      {isChanging && (
        <BulkRoleDialog
          users={selected}
          onChanged={(role) => {
            // They no longer match the filter.
            if (search.role !== undefined && search.role !== role) setOthers([]);
            setLeftOut(undefined);
          }}
          onClose={() => {
            setChanging(false);
          }}
        />
      )}
    </>
  );
}
