import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserSummaryResponse } from '../../../api/generated/model/userSummaryResponse';
import { changeUserRole } from '../../../api/generated/users/users';
import { messages } from '../../../messages/en';
import { people } from '../../../messages/en-people';
import { failureText } from '../../../shared/errors/failure-text';
import { tellSuccess } from '../../../shared/role-acts';
import { useRoleChoices } from '../../../shared/use-role-choices';
import { Button } from '../../../ui/button';
import { Dialog, DialogActs } from '../../../ui/dialogs/dialog';
import { FormFailure } from '../../../ui/form-failure';
import { SelectField } from '../../../ui/select-field';
import { afterRoleChange } from './queries';
import classes from './users.module.css';

const text = people.users;

export function ChangeRoleDialog({ user, onClose }: { user: UserSummaryResponse; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [role, setRole] = useState(user.role);
  const change = useMutation({
    mutationFn: () => changeUserRole(user.id, { role }),
    onSuccess: async () => {
      await afterRoleChange(queryClient);
      onClose();
      tellSuccess(text.roleUpdated);
    },
  });
  const choices = useRoleChoices();
  // The present one is always among them, so that opening the dialog does not already change it.
  const isListed = choices.some(({ value }) => value === user.role);

  const present = `${user.role} (${user.role_display_name})`;

  return (
    <Dialog title={text.changeRoleTitle} text={text.changeRoleText(user.name, present)} onClose={onClose}>
      <form
        className={classes.dialogForm}
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
      >
        <SelectField
          data-autofocus
          label={text.newRole}
          data={isListed ? choices : [{ value: user.role, label: present }, ...choices]}
          value={role}
          onChange={(event) => {
            setRole(event.currentTarget.value);
          }}
        />
        {change.isError && <FormFailure text={text.roleFailed} detail={failureText(change.error, '')} />}
        <DialogActs>
          <Button look="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" disabled={role === user.role} loading={change.isPending}>
            {text.saveRole}
          </Button>
        </DialogActs>
      </form>
    </Dialog>
  );
}
