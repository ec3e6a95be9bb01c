import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserSummaryResponse } from '../../../api/generated/model/userSummaryResponse';
import { changeUserRole } from '../../../api/generated/users/users';
import { messages } from '../../../messages/common';
import { userTexts } from '../../../messages/users';
import { getErrorText } from '../../../api/problem';
import { useRoleOptions } from '../../../shared/roles/use-role-options';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { FormError } from '../../../ui/form-error';
import { SelectField } from '../../../ui/fields';
import { toast } from '../../../ui/toast/toast';
import { refreshUserQueries } from './queries';
import classes from './users.module.css';
import { getRoleName } from '../../../shared/roles/roles';
import { isolate } from '../../../ui/isolate';

const text = userTexts.users;

export function ChangeRoleDialog({ user, onClose }: { user: UserSummaryResponse; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [role, setRole] = useState(user.role);
  const change = useActionMutation({
    mutationFn: () => changeUserRole(user.id, { role }),
    onSuccess: async () => {
      await refreshUserQueries(queryClient);
      onClose();
      toast(text.roleUpdated, { subject: user.id });
    },
  });
  const choices = useRoleOptions();
  const roleName = getRoleName(user.role, user.role_display_name);
  // Always includes the current role, so that opening the dialog changes nothing.
  const isListed = choices.some(({ value }) => value === user.role);

  return (
    <Dialog
      title={text.changeRoleTitle}
      text={isolate((name, before) => text.changeRoleText({ name, role: before }), user.name, roleName)}
      onClose={onClose}
    >
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
          data={isListed ? choices : [{ value: user.role, label: roleName }, ...choices]}
          value={role}
          onChange={(event) => {
            setRole(event.currentTarget.value);
          }}
        />
        {change.isError && <FormError text={text.roleFailed} detail={getErrorText(change.error, '')} />}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" disabled={role === user.role} isLoading={change.isPending}>
            {text.saveRole}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
