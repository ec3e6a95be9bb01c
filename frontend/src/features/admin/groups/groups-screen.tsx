import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { GroupResponse } from '../../../api/generated/model/groupResponse';
import { usePageTitle } from '../../../lib/page';
import { groupTexts as text } from '../../../messages/groups';
import { DeferredResults } from '../../../shared/deferred-results';
import { Button } from '../../../ui/button';
import { SearchField } from '../../../ui/fields';
import { PageHeading } from '../../../ui/page-heading';
import { ListSkeleton } from '../../../ui/skeleton';
import { StateView } from '../../../ui/state-view';
import { Pager } from '../../../ui/table';
import { DeleteGroupDialog } from './delete-group-dialog';
import { GroupDialog } from './group-dialog';
import { type GroupActions, GroupTable } from './group-table';
import classes from './groups.module.css';
import { MembersDialog } from './members-dialog';
import type { GroupsSearch } from './groups-search';
import { groupsQuery, PAGE_SIZE } from './queries';

type OpenDialog = { kind: 'create' } | { kind: 'edit' | 'members' | 'delete'; group: GroupResponse };

function GroupsDialog({ dialog, onOpen }: { dialog: OpenDialog; onOpen: (dialog?: OpenDialog) => void }) {
  const close = () => {
    onOpen(undefined);
  };
  // A new group needs members first of all.
  const showMembers = (group: GroupResponse) => {
    onOpen({ kind: 'members', group });
  };
  switch (dialog.kind) {
    case 'create':
      return <GroupDialog onCreated={showMembers} onClose={close} />;
    case 'edit':
      return <GroupDialog group={dialog.group} onCreated={showMembers} onClose={close} />;
    case 'members':
      return <MembersDialog group={dialog.group} onClose={close} />;
    case 'delete':
      return <DeleteGroupDialog group={dialog.group} onClose={close} />;
  }
}

interface GroupResultsProps extends GroupActions {
  search: GroupsSearch;
  onCreate: () => void;
  onPage: (page: number) => void;
}

function GroupResults({ search, onCreate, onPage, ...actions }: GroupResultsProps) {
  const { data } = useSuspenseQuery(groupsQuery(search));
  if (data.items.length === 0 && search.q === undefined) {
    return (
      <StateView icon={<IconUsersGroup size={24} />} title={text.empty} text={text.emptyText}>
        <Button onClick={onCreate}>{text.create}</Button>
      </StateView>
    );
  }
  if (data.items.length === 0)
    return <StateView icon={<IconUsersGroup size={24} />} title={text.noneFound} text={text.noneFoundText} />;
  return (
    <>
      <GroupTable groups={data.items} {...actions} />
      <Pager page={search.page ?? 1} pageSize={PAGE_SIZE} total={data.total} onPage={onPage} />
    </>
  );
}

/** The administration of groups. */
export function GroupsScreen({ search }: { search: GroupsSearch }) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<OpenDialog>();
  usePageTitle(text.title);
  const show = (next: GroupsSearch) => void navigate({ to: '/admin/groups', search: next, replace: true });
  const create = () => {
    setDialog({ kind: 'create' });
  };
  const openFor = (kind: 'edit' | 'members' | 'delete') => (group: GroupResponse) => {
    setDialog({ kind, group });
  };
  return (
    <>
      <PageHeading title={text.title} description={text.lead}>
        <Button icon={<IconPlus size={16} aria-hidden="true" />} onClick={create}>
          {text.create}
        </Button>
      </PageHeading>
      <div className={classes.search}>
        <SearchField
          label={text.search}
          placeholder={text.searchPlaceholder}
          value={search.q ?? ''}
          onSearch={(q) => {
            show({ q: q || undefined });
          }}
        />
      </div>
      <DeferredResults filters={search} skeleton={<ListSkeleton rows={4} />} loadFailed={text.loadFailed}>
        {(shown) => (
          <GroupResults
            search={shown}
            onCreate={create}
            onPage={(page) => {
              show({ ...search, page: page === 1 ? undefined : page });
            }}
            onEdit={openFor('edit')}
            onMembers={openFor('members')}
            onDelete={openFor('delete')}
          />
        )}
      </DeferredResults>
      {dialog && <GroupsDialog dialog={dialog} onOpen={setDialog} />}
    </>
  );
}
