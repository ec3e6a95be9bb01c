import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { createCustomRole } from '../../../../api/generated/roles/roles';
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
import { RoleNameField } from './role-name-field';
import { newRole, requestOf, roleRules, type RoleValues } from './role-values';

const text = roleTexts.roles;

interface Values extends RoleValues {
  name: string;
}

export function CreateRoleDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm<Values>({
    initialValues: { ...newRole, name: '' },
    validate: { ...roleRules, name: (typed) => (typed ? null : text.nameRequired) },
  });
  const { formProps, failure, isPending } = useSending({
    form,
    send: (values) => createCustomRole({ ...requestOf(values), name: values.name }),
    onSent: async () => {
      await afterRolesChange(queryClient);
      onClose();
      tellSuccess(text.created);
    },
    explain: (error) => failureText(error, text.createFailed),
  });
  return (
    <Dialog title={text.create} text={text.createText} onClose={onClose}>
      <form {...formProps} className={classes.form}>
        <FormFailure text={failure} />
        <RoleNameField {...form.getInputProps('name')} />
        <RoleFields field={form.getInputProps} />
        <DialogActs>
          <Button look="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {text.create}
          </Button>
        </DialogActs>
      </form>
    </Dialog>
  );
}
