import { IconMailPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { NewInvitationResponse } from '../../../api/generated/model/newInvitationResponse';
import type { UserSummaryResponse } from '../../../api/generated/model/userSummaryResponse';
import { usePageTitle } from '../../../lib/page';
import { peopleTexts } from '../../../messages/admin-people';
import { userTexts } from '../../../messages/users';
import { DeferredResults } from '../../../shared/deferred-results';
import { useKnownRole } from '../../../shared/roles/use-role-options';
import { Button } from '../../../ui/button';
import { PageHeading } from '../../../ui/page-heading';
import { Tabs } from '../../../ui/tabs';
import { ChangeRoleDialog } from './change-role-dialog';
import { EraseUserDialog } from './erase-user-dialog';
import { InvitationList } from './invitation-list';
import { InvitationLinkDialog, InviteDialog } from './invite-dialog';
import { SignOutDialog } from './sign-out-dialog';
import { UserFilters } from './user-filters';
import { UserGroupsDialog } from './user-groups-dialog';
import { UserResults } from './user-results';
import { UserTableSkeleton } from './users-skeleton';
import type { UsersSearch } from './users-search';
import classes from './users.module.css';

const text = userTexts.users;
const TABS = ['users', 'invitations'] as const;

/** The open dialog. Held above the results, so that a running search does not unmount it. */
type OpenDialog =
  | { kind: 'role' | 'groups' | 'sign-out' | 'erase'; user: UserSummaryResponse }
  | { kind: 'link'; email: string; url: string };

function UsersDialog({ dialog, onOpen }: { dialog: OpenDialog; onOpen: (dialog?: OpenDialog) => void }) {
  const close = () => {
    onOpen(undefined);
  };
  switch (dialog.kind) {
    case 'role':
      return <ChangeRoleDialog user={dialog.user} onClose={close} />;
    case 'groups':
      return <UserGroupsDialog user={dialog.user} onClose={close} />;
    case 'sign-out':
      return <SignOutDialog user={dialog.user} onClose={close} />;
    case 'erase':
      return <EraseUserDialog user={dialog.user} onClose={close} />;
    case 'link':
      return <InvitationLinkDialog {...dialog} onClose={close} />;
  }
}

export function UsersScreen({ search: { dialog: openedByAddress, ...given } }: { search: UsersSearch }) {
  // An unknown role is no filter, as the select shows.
  const search = { ...given, role: useKnownRole(given.role) };
  const navigate = useNavigate();
  const panelId = useId();
  const [dialog, setDialog] = useState<OpenDialog>();
  usePageTitle(text.title);
  const tab = search.tab ?? 'users';
  const show = (next: UsersSearch) => void navigate({ to: '/admin/users', search: next, replace: true });
  const showPage = (page: number) => {
    show({ ...search, page: page === 1 ? undefined : page });
  };
  const showLink = ({ email, url }: NewInvitationResponse) => {
    if (url !== null) setDialog({ kind: 'link', email, url });
  };

  return (
    <>
      <PageHeading title={text.title} description={text.lead}>
        <Button
          icon={<IconMailPlus size={16} aria-hidden="true" />}
          onClick={() => {
            show({ ...search, dialog: 'invite' });
          }}
        >
          {peopleTexts.invite.open}
        </Button>
      </PageHeading>
      <Tabs
        label={peopleTexts.tabs}
        panelId={panelId}
        value={tab}
        options={TABS.map((value) => ({ value, label: peopleTexts[value] }))}
        onChange={(value) => {
          show(value === 'users' ? {} : { tab: value });
        }}
      />
      <div id={panelId} role="tabpanel" aria-label={peopleTexts[tab]} className={classes.panel}>
        {tab === 'users' ? (
          <>
            <UserFilters
              search={search}
              onChange={(change) => {
                show({ ...search, ...change, page: undefined });
              }}
            />
            <DeferredResults filters={search} skeleton={<UserTableSkeleton />} loadFailed={text.loadFailed}>
              {(shown) => (
                <UserResults
                  search={shown}
                  onPage={showPage}
                  onChangeRole={(user) => {
                    setDialog({ kind: 'role', user });
                  }}
                  onChangeGroups={(user) => {
                    setDialog({ kind: 'groups', user });
                  }}
                  onSignOut={(user) => {
                    setDialog({ kind: 'sign-out', user });
                  }}
                  onErase={(user) => {
                    setDialog({ kind: 'erase', user });
                  }}
                />
              )}
            </DeferredResults>
          </>
        ) : (
          <DeferredResults filters={search} skeleton={<UserTableSkeleton />} loadFailed={peopleTexts.invite.loadFailed}>
            {(shown) => <InvitationList search={shown} onPage={showPage} onInvited={showLink} />}
          </DeferredResults>
        )}
      </div>
      {openedByAddress === 'invite' && (
        <InviteDialog
          onClose={() => {
            show(search);
          }}
        />
      )}
      {dialog && <UsersDialog dialog={dialog} onOpen={setDialog} />}
    </>
  );
}
