import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserSummaryResponse } from '../../../api/generated/model/userSummaryResponse';
import { changeUserRoles } from '../../../api/generated/users/users';
import { ApiError, getErrorText, hasCode } from '../../../api/problem';
import { messages } from '../../../messages/en';
import { peopleTexts } from '../../../messages/en-admin-people';
import { userTexts } from '../../../messages/en-users';
import { useRoleOptions } from '../../../shared/roles/use-role-options';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { SelectField } from '../../../ui/fields';
import { FormError } from '../../../ui/form-error';
import { toast } from '../../../ui/toast/toast';
import { refreshUserQueries } from './queries';
import classes from './users.module.css';

const text = peopleTexts.bulk;

/** Why some users cannot get the role. */
function Refusals({ error, users }: { error: ApiError; users: readonly UserSummaryResponse[] }) {
  const getName = (id: string) => users.find((user) => user.id === id)?.name ?? text.unknownUser;
  return (
    <div role="alert" className={classes.refusals}>
      <p>{text.refused}</p>
      <ul>
        {(error.problem.errors ?? []).map(({ field, message }) => (
          <li key={field}>{text.reason(getName(field), message)}</li>
        ))}
      </ul>
    </div>
  );
}

interface BulkRoleDialogProps {
  users: readonly UserSummaryResponse[];
  onClose: () => void;
}

export function BulkRoleDialog({ users, onClose }: BulkRoleDialogProps) {
  const queryClient = useQueryClient();
  const choices = useRoleOptions();
  const [role, setRole] = useState('');
  const change = useActionMutation({
    mutationFn: () => changeUserRoles({ user_ids: users.map(({ id }) => id), role }),
    onSuccess: async () => {
      await refreshUserQueries(queryClient);
      onClose();
      toast(text.done(users.length), { subject: 'bulk' });
    },
  });
  const { error } = change;
  return (
    <Dialog title={text.title(users.length)} text={text.text} onClose={onClose}>
      <form
        className={classes.dialogForm}
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
      >
        <SelectField
          data-autofocus
          label={userTexts.users.newRole}
          data={[{ value: '', label: text.choose, disabled: true }, ...choices]}
          value={role}
          onChange={(event) => {
            setRole(event.currentTarget.value);
          }}
        />
        {error instanceof ApiError && hasCode(error, 'bulk_refused') ? (
          <Refusals error={error} users={users} />
        ) : (
          error && <FormError text={userTexts.users.roleFailed} detail={getErrorText(error, '')} />
        )}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" disabled={role === ''} isLoading={change.isPending}>
            {text.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
