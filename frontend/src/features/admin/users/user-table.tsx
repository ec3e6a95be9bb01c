import { Checkbox } from '@mantine/core';
import type { UserSummaryResponse } from '../../../api/generated/model/userSummaryResponse';
import { formatDateTime } from '@hub/shared/formats';
import { messages } from '../../../messages/common';
import { peopleTexts } from '../../../messages/admin-people';
import { groupTexts } from '../../../messages/groups';
import { userTexts } from '../../../messages/users';
import { UserLink } from '../../../shared/links';
import { RoleLabel } from '../../../shared/roles/role-badge';
import { useSession } from '../../../shared/session/session';
import { Avatar } from '../../../ui/avatar';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Table } from '../../../ui/table';
import { VisuallyHidden } from '../../../ui/visually-hidden';
import { filterSelectable, getRefusal } from './selectable-users';
import { type UserDialogActions, UserMenu } from './user-menu';
import classes from './users.module.css';

const text = userTexts.users;

interface RowActions extends UserDialogActions {
  onChangeRole: (user: UserSummaryResponse) => void;
}

const MAX_BADGES = 3;

/** The first groups of a user, and how many more there are. */
function GroupBadges({ user: { groups, group_count } }: { user: UserSummaryResponse }) {
  if (groups.length === 0) return null;
  const shown = groups.slice(0, MAX_BADGES);
  const hidden = group_count - shown.length;
  return (
    <ul className={classes.groups} aria-label={groupTexts.user.field}>
      {shown.map(({ id, name }) => (
        <li key={id}>
          <Badge tone="slate">{name}</Badge>
        </li>
      ))}
      {hidden > 0 && (
        <li>
          <span aria-hidden="true">{groupTexts.user.more(hidden)}</span>
          <VisuallyHidden>{groupTexts.user.moreLabel(hidden)}</VisuallyHidden>
        </li>
      )}
    </ul>
  );
}

interface UserRowProps extends RowActions {
  user: UserSummaryResponse;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}

function UserRow({ user, isSelected, onSelect, onChangeRole, ...dialogs }: UserRowProps) {
  const ownId = useSession().user?.id;
  const isSelf = ownId === user.id;
  const refusal = getRefusal(user, ownId);
  return (
    <tr>
      <td data-select>
        <Checkbox
          aria-label={peopleTexts.bulk.select(user.name)}
          checked={isSelected}
          disabled={refusal !== undefined}
          title={refusal}
          onChange={(event) => {
            onSelect(event.currentTarget.checked);
          }}
        />
      </td>
      <td data-label={text.name} data-main>
        <div className={classes.person}>
          <Avatar name={user.name} src={user.avatar_url} />
          <div className={classes.names}>
            <span className={classes.name}>
              <UserLink id={user.id} name={user.name} />
            </span>
            {user.deactivated_at && <Badge tone="amber">{peopleTexts.deactivated}</Badge>}
            <GroupBadges user={user} />
          </div>
        </div>
      </td>
      <td data-label={text.email} title={user.email ?? undefined} className={classes.email}>
        {user.email ?? text.hidden}
      </td>
      <td data-label={text.role} className={classes.role}>
        <RoleLabel role={user.role} name={user.role_display_name} />
      </td>
      <td data-label={text.lastLogin} className={classes.date}>
        {user.email === null && text.hidden}
        {user.email !== null && (user.last_login_at ? formatDateTime(user.last_login_at) : messages.common.never)}
      </td>
      <td data-actions>
        <div className={classes.actions}>
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
          <UserMenu user={user} {...dialogs} />
        </div>
      </td>
    </tr>
  );
}

interface UserTableProps extends RowActions {
  users: readonly UserSummaryResponse[];
  selectedIds: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
}

export function UserTable({ users, selectedIds, onSelect, ...actions }: UserTableProps) {
  const ownId = useSession().user?.id;
  const selectable = filterSelectable(users, ownId);
  const isAll = selectable.length > 0 && selectable.every(({ id }) => selectedIds.has(id));
  const selectAll = {
    checked: isAll,
    indeterminate: !isAll && selectedIds.size > 0,
    disabled: selectable.length === 0,
    onChange: () => {
      onSelect(new Set(isAll ? [] : selectable.map(({ id }) => id)));
    },
  };
  return (
    <Table
      columns={[text.name, text.email, text.role, text.lastLogin]}
      selectAll={<Checkbox aria-label={peopleTexts.bulk.selectAll} {...selectAll} />}
      selectAllCard={<Checkbox label={peopleTexts.bulk.selectAll} {...selectAll} />}
    >
      {users.map((user) => (
        <UserRow
          key={user.id}
          user={user}
          isSelected={selectedIds.has(user.id)}
          onSelect={(isSelected) => {
            const next = new Set(selectedIds);
            if (isSelected) next.add(user.id);
            else next.delete(user.id);
            onSelect(next);
          }}
          {...actions}
        />
      ))}
    </Table>
  );
}
