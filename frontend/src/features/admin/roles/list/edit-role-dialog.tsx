import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import type { RoleResponse } from '../../../../api/generated/model/roleResponse';
import { updateCustomRole } from '../../../../api/generated/roles/roles';
import { messages } from '../../../../messages/en';
import { roleTexts } from '../../../../messages/en-roles';
import { failureText } from '../../../../shared/errors/failure-text';
import { useSending } from '../../../../shared/forms/use-sending';
import { Button } from '../../../../ui/button';
import { Dialog, DialogActs } from '../../../../ui/dialogs/dialog';
import { FormFailure } from '../../../../ui/form-failure';
import { tellSuccess } from '../../../../shared/role-acts';
import { afterRolesChange } from '../queries';
import classes from './list.module.css';
import { RoleFields } from './role-fields';
import { requestOf, roleRules, type RoleValues } from './role-values';

const text = roleTexts.roles;

export function EditRoleDialog({ role, onClose }: { role: RoleResponse; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { display_name, description, color, priority } = role;
  const form = useForm<RoleValues>({
    initialValues: { display_name, description, color, priority: String(priority) },
    validate: roleRules,
  });
  const { formProps, failure, isPending } = useSending({
    form,
    send: (values) => updateCustomRole(role.id, requestOf(values)),
    onSent: async () => {
      await afterRolesChange(queryClient);
      onClose();
      tellSuccess(text.updated);
    },
    explain: (error) => failureText(error, text.updateFailed),
  });
  return (
    <Dialog title={text.editTitle} text={text.editText(role.name)} onClose={onClose}>
      <form {...formProps} className={classes.form}>
        <FormFailure text={failure} />
        <RoleFields field={form.getInputProps} />
        <DialogActs>
          <Button look="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {text.save}
          </Button>
        </DialogActs>
      </form>
    </Dialog>
  );
}
