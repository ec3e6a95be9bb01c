import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RoleResponse } from '../../../../api/generated/model/roleResponse';
import type { UserSummaryResponse } from '../../../../api/generated/model/userSummaryResponse';
import { assignRole } from '../../../../api/generated/roles/roles';
import { roleTexts } from '../../../../messages/en-roles';
import { PersonLink } from '../../../../shared/people/person-link';
import { useSession } from '../../../../shared/session/session';
import { confirm } from '../../../../ui/dialogs/dialogs';
import { SelectField } from '../../../../ui/select-field';
import { tellDetail, tellSuccess } from '../../../../shared/role-acts';
import { afterRolesChange } from '../queries';
import classes from './list.module.css';

const text = roleTexts.assignments;

interface AssignmentRowProps {
  user: UserSummaryResponse;
  roles: readonly RoleResponse[];
}

/** Choosing asks first: in a closed list the arrow keys choose, too. */
export function AssignmentRow({ user, roles }: AssignmentRowProps) {
  const queryClient = useQueryClient();
  const isSelf = useSession().user?.id === user.id;
  const assigning = useMutation({
    mutationFn: (role: string) => assignRole(user.id, { role }),
    onSuccess: () => {
      tellSuccess(text.updated);
    },
    onError: (error) => {
      tellDetail(text.failed, error);
    },
    onSettled: () => afterRolesChange(queryClient),
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
      <td data-label={text.person} data-main className={classes.person}>
        <PersonLink id={user.id} name={user.name} />
      </td>
      <td data-label={text.email} className={classes.email}>
        {user.email}
      </td>
      <td data-label={roleTexts.role} data-stacked>
        <SelectField
          aria-label={text.roleOf(user.name)}
          // What the server says until it says otherwise, but the choice while it is on its way.
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
