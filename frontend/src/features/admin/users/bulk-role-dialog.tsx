import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BULK_USERS_MAX } from '@hub/shared/limits';
import type { UserSummaryResponse } from '../../../api/generated/model/userSummaryResponse';
import { changeUserRoles } from '../../../api/generated/users/users';
import { getErrorText, hasCode } from '../../../api/problem';
import { messages } from '../../../messages/common';
import { peopleTexts } from '../../../messages/admin-people';
import { userTexts } from '../../../messages/users';
import { useRoleOptions } from '../../../shared/roles/use-role-options';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { alert } from '../../../ui/dialogs/dialogs';
import { SelectField } from '../../../ui/fields';
import { FormError } from '../../../ui/form-error';
import { toast } from '../../../ui/toast/toast';
import { refreshUserQueries } from './queries';
import classes from './users.module.css';

const text = peopleTexts.bulk;

/** More reasons would make the dialog hard to read. */
const MAX_REASONS = 20;

interface Skipped {
  id: string;
  reason: string;
}

/** A request changes all of its users or none; without those whom the server refuses, it is sent again. */
async function changeChunk(ids: readonly string[], role: string): Promise<Skipped[]> {
  try {
    await changeUserRoles({ user_ids: [...ids], role });
    return [];
  } catch (error) {
    if (!hasCode(error, 'bulk_refused')) throw error;
    const refused = (error.problem.errors ?? []).map(({ field, message }) => ({ id: field, reason: message }));
    const refusedIds = new Set(refused.map(({ id }) => id));
    const rest = ids.filter((id) => !refusedIds.has(id));
    if (rest.length === ids.length) throw error;
    return rest.length === 0 ? refused : [...refused, ...(await changeChunk(rest, role))];
  }
}

/** @returns those who did not get the role. After a request that failed, the remaining users keep theirs. */
async function changeRoles(users: readonly UserSummaryResponse[], role: string): Promise<Skipped[]> {
  const ids = users.map(({ id }) => id);
  const skipped: Skipped[] = [];
  for (let start = 0; start < ids.length; start += BULK_USERS_MAX) {
    try {
      skipped.push(...(await changeChunk(ids.slice(start, start + BULK_USERS_MAX), role)));
    } catch (error) {
      if (start === 0) throw error;
      const reason = getErrorText(error, peopleTexts.tryAgain);
      return [...skipped, ...ids.slice(start).map((id) => ({ id, reason }))];
    }
  }
  return skipped;
}

interface BulkRoleDialogProps {
  users: readonly UserSummaryResponse[];
  onChanged: (role: string) => void;
  onClose: () => void;
}

export function BulkRoleDialog({ users, onChanged, onClose }: BulkRoleDialogProps) {
  const queryClient = useQueryClient();
  const choices = useRoleOptions();
  const [role, setRole] = useState('');
  const change = useActionMutation({
    mutationFn: () => changeRoles(users, role),
    onSuccess: async (skipped) => {
      await refreshUserQueries(queryClient);
      onChanged(role);
      onClose();
      const count = users.length - skipped.length;
      if (skipped.length === 0) {
        toast(text.done(count), { subject: 'bulk' });
        return;
      }
      const getName = (id: string) => users.find((user) => user.id === id)?.name ?? text.unknownUser;
      const reasons = skipped.slice(0, MAX_REASONS).map(({ id, reason }) => text.reason({ name: getName(id), reason }));
      const more = skipped.length > MAX_REASONS ? [text.more(skipped.length - MAX_REASONS)] : [];
      // Not awaited: the button must not show a spinner behind the dialog.
      void alert({ title: text.skippedTitle, text: [text.done(count), ...reasons, ...more].join('\n') });
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
        {error && <FormError text={userTexts.users.roleFailed} detail={getErrorText(error, '')} />}
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
