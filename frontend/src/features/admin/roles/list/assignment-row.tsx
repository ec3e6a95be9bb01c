import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RoleResponse } from '../../../../api/generated/model/roleResponse';
import type { UserSummaryResponse } from '../../../../api/generated/model/userSummaryResponse';
import { assignRole } from '../../../../api/generated/roles/roles';
import { roleTexts } from '../../../../messages/en-roles';
import { UserLink } from '../../../../shared/users/user-link';
import { useSession } from '../../../../shared/session/session';
import { confirm } from '../../../../ui/dialogs/dialogs';
import { SelectField } from '../../../../ui/select-field';
import { showErrorDetail, showSuccess } from '../../../../shared/roles/role-dialogs';
import { refreshRoleQueries } from '../queries';
import classes from './list.module.css';

const text = roleTexts.assignments;

interface AssignmentRowProps {
  user: UserSummaryResponse;
  roles: readonly RoleResponse[];
}

/** The change is confirmed first, because arrow keys change a closed select. */
export function AssignmentRow({ user, roles }: AssignmentRowProps) {
  const queryClient = useQueryClient();
  const isSelf = useSession().user?.id === user.id;
  const assigning = useMutation({
    mutationFn: (role: string) => assignRole(user.id, { role }),
    onSuccess: () => {
      showSuccess(text.updated);
    },
    onError: (error) => {
      showErrorDetail(text.failed, error);
    },
    onSettled: () => refreshRoleQueries(queryClient),
  });
  const choose = async (role: string) => {
    const sure = await confirm({
      title: text.confirmTitle,
      text: text.confirmText(user.name, role),
      confirmLabel: text.confirm,
    });
    if (sure) assigning.mutate(role);
  };
  return (
    <tr>
      <td data-label={text.user} data-main className={classes.user}>
        <UserLink id={user.id} name={user.name} />
      </td>
      <td data-label={text.email} className={classes.email}>
        {user.email}
      </td>
      <td data-label={roleTexts.role} data-stacked>
        <SelectField
          aria-label={text.roleOf(user.name)}
          // Shows the requested role while the request is pending.
          value={assigning.isPending ? assigning.variables : user.role}
          disabled={isSelf || assigning.isPending}
          title={isSelf ? text.ownRole : undefined}
          data={roles.map(({ name, display_name }) => ({ value: name, label: `${name} (${display_name})` }))}
          onChange={(event) => void choose(event.currentTarget.value)}
        />
      </td>
    </tr>
  );
}
