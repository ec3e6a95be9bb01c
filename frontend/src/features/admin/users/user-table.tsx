import type { UserSummaryResponse } from '../../../api/generated/model/userSummaryResponse';
import { formatDateTime } from '../../../lib/format';
import { messages } from '../../../messages/en';
import { people } from '../../../messages/en-people';
import { roleName, roleTone } from '../../../shared/roles';
import { useSession } from '../../../shared/session/session';
import { Avatar } from '../../../ui/avatar';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { VisuallyHidden } from '../../../ui/visually-hidden';
import classes from './users.module.css';

const text = people.users;

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
    <tr className={classes.row}>
      <td data-label={text.name} className={classes.person}>
        <Avatar name={user.name} src={user.avatar_url} />
        <span className={classes.name}>{user.name}</span>
      </td>
      <td data-label={text.email} className={classes.email}>
        {user.email}
      </td>
      <td data-label={text.role}>
        <Badge tone={roleTone(user.role)}>{roleName(user.role)}</Badge>
      </td>
      <td data-label={text.lastLogin} className={classes.date}>
        {user.last_login_at ? formatDateTime(user.last_login_at) : messages.common.never}
      </td>
      <td className={classes.acts}>
        <Button
          look="default"
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

/** A table on wide screens, a card for each person on narrow ones; the cells then bring their own labels. */
export function UserTable({ users, onChangeRole }: UserTableProps) {
  return (
    <table className={classes.table}>
      <thead className={classes.head}>
        <tr>
          {[text.name, text.email, text.role, text.lastLogin].map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
          <th scope="col">
            <VisuallyHidden>{text.acts}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user.id} user={user} onChangeRole={onChangeRole} />
        ))}
      </tbody>
    </table>
  );
}
