import type { UserSummaryResponse } from '../../../api/generated/model/userSummaryResponse';
import { formatDateTime } from '../../../lib/format';
import { messages } from '../../../messages/en';
import { userTexts } from '../../../messages/en-users';
import { UserLink } from '../../../shared/links';
import { RoleLabel } from '../../../shared/roles/role-badge';
import { useSession } from '../../../shared/session/session';
import { Avatar } from '../../../ui/avatar';
import { Button } from '../../../ui/button';
import { Table } from '../../../ui/table';
import classes from './users.module.css';

const text = userTexts.users;

interface UserTableProps {
  users: readonly UserSummaryResponse[];
  onChangeRole: (user: UserSummaryResponse) => void;
}

function UserRow({
  user,
  onChangeRole,
}: {
  user: UserSummaryResponse;
  onChangeRole: (user: UserSummaryResponse) => void;
}) {
  const isSelf = useSession().user?.id === user.id;
  return (
    <tr>
      <td data-label={text.name} data-main className={classes.user}>
        <Avatar name={user.name} src={user.avatar_url} />
        <span className={classes.name}>
          <UserLink id={user.id} name={user.name} />
        </span>
      </td>
      <td data-label={text.email} className={classes.email}>
        {user.email}
      </td>
      <td data-label={text.role}>
        <RoleLabel role={user.role} name={user.role_display_name} />
      </td>
      <td data-label={text.lastLogin} className={classes.date}>
        {user.last_login_at ? formatDateTime(user.last_login_at) : messages.common.never}
      </td>
      <td data-actions>
        <Button
          variant="default"
          size="sm"
          disabled={isSelf}
          title={isSelf ? text.ownRole : undefined}
          aria-label={text.changeRoleNamed(user.name)}
          onClick={() => {
            onChangeRole(user);
          }}
        >
          {text.changeRole}
        </Button>
      </td>
    </tr>
  );
}

export function UserTable({ users, onChangeRole }: UserTableProps) {
  return (
    <Table columns={[text.name, text.email, text.role, text.lastLogin]}>
      {users.map((user) => (
        <UserRow key={user.id} user={user} onChangeRole={onChangeRole} />
      ))}
    </Table>
  );
}
