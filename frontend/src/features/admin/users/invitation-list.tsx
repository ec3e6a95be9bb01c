import { IconMail } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { InvitationResponse } from '../../../api/generated/model/invitationResponse';
import type { NewInvitationResponse } from '../../../api/generated/model/newInvitationResponse';
import { createInvitation, deleteInvitation } from '../../../api/generated/users/users';
import { getErrorText } from '../../../api/problem';
import { formatDateTime } from '@hub/shared/formats';
import { peopleTexts } from '../../../messages/admin-people';
import { refreshQueries } from '../../../shared/query-client';
import { RoleLabel } from '../../../shared/roles/role-badge';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { StateView } from '../../../ui/state-view';
import { Pager, Table } from '../../../ui/table';
import { toast } from '../../../ui/toast/toast';
import { invitationsKey, invitationsQuery, PAGE_SIZE } from './queries';
import type { UsersSearch } from './users-search';
import classes from './users.module.css';

const text = peopleTexts.invite;

function useInvitationActions(onInvited: (invitation: NewInvitationResponse) => void) {
  const queryClient = useQueryClient();
  const refresh = () => refreshQueries(queryClient, invitationsKey);
  const revoking = useActionMutation({
    mutationFn: (id: string) => deleteInvitation(id),
    onSuccess: () => {
      toast(text.revoked);
    },
    onError: (error) => {
      void alert({ title: text.revokeFailedTitle, text: getErrorText(error, peopleTexts.tryAgain) });
    },
    onSettled: refresh,
  });
  const sending = useActionMutation({
    mutationFn: ({ email, role }: InvitationResponse) => createInvitation({ email, role }),
    onSuccess: (invitation) => {
      onInvited(invitation);
      if (invitation.url === null) toast(text.sent(invitation.email));
    },
    onError: (error) => {
      void alert({ title: text.failed, text: getErrorText(error, peopleTexts.tryAgain) });
    },
    onSettled: refresh,
  });
  const confirmRevoke = async ({ id, email }: InvitationResponse) => {
    const sure = await confirm({
      title: text.revokeTitle,
      text: text.revokeText(email),
      confirmLabel: text.revoke,
      isDestructive: true,
    });
    if (sure) revoking.mutate(id);
  };
  return { confirmRevoke, sending, isRevoking: revoking.isPending };
}

interface InvitationRowProps {
  invitation: InvitationResponse;
  onInvited: (invitation: NewInvitationResponse) => void;
}

function InvitationRow({ invitation, onInvited }: InvitationRowProps) {
  const { confirmRevoke, sending, isRevoking } = useInvitationActions(onInvited);
  const { email, role, role_display_name, invited_by_name, expired, expires_at } = invitation;
  return (
    <tr>
      <td data-label={text.email} data-main className={classes.invited}>
        {email}
      </td>
      <td data-label={text.role}>
        <RoleLabel role={role} name={role_display_name} />
      </td>
      <td data-label={text.invitedBy}>{invited_by_name ?? text.deletedAccount}</td>
      <td data-label={text.expires} className={classes.date}>
        {formatDateTime(expires_at)}
      </td>
      <td data-label={text.status}>
        <Badge tone={expired ? 'amber' : 'green'}>{expired ? text.expired : text.pending}</Badge>
      </td>
      <td data-actions>
        <div className={classes.actions}>
          <Button
            variant="default"
            size="sm"
            aria-label={text.againNamed(email)}
            isLoading={sending.isPending}
            onClick={() => {
              sending.mutate(invitation);
            }}
          >
            {text.again}
          </Button>
          <Button
            variant="default"
            size="sm"
            aria-label={text.revokeNamed(email)}
            isLoading={isRevoking}
            onClick={() => void confirmRevoke(invitation)}
          >
            {text.revoke}
          </Button>
        </div>
      </td>
    </tr>
  );
}

interface InvitationListProps {
  search: UsersSearch;
  onPage: (page: number) => void;
  onInvited: (invitation: NewInvitationResponse) => void;
}

export function InvitationList({ search, onPage, onInvited }: InvitationListProps) {
  const { data } = useSuspenseQuery(invitationsQuery(search));
  if (data.items.length === 0) {
    return <StateView icon={<IconMail size={24} />} title={text.empty} text={text.emptyText} />;
  }
  return (
    <>
      <Table columns={[text.email, text.role, text.invitedBy, text.expires, text.status]}>
        {data.items.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} onInvited={onInvited} />
        ))}
      </Table>
      <Pager page={search.page ?? 1} pageSize={PAGE_SIZE} total={data.total} onPage={onPage} />
    </>
  );
}
