import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { createCustomRole } from '../../../../api/generated/roles/roles';
import { messages } from '../../../../messages/en';
import { roleTexts } from '../../../../messages/en-roles';
import { getErrorText } from '../../../../shared/errors/error-text';
import { useFormSubmit } from '../../../../shared/forms/use-form-submit';
import { Button } from '../../../../ui/button';
import { Dialog, DialogActions } from '../../../../ui/dialogs/dialog';
import { FormError } from '../../../../ui/form-error';
import { showSuccess } from '../../../../shared/roles/role-dialogs';
import { refreshRoleQueries } from '../queries';
import classes from './list.module.css';
import { RoleFields } from './role-fields';
import { RoleNameField } from './role-name-field';
import { newRole, toRequest, roleRules, type RoleValues } from './role-values';

const text = roleTexts.roles;

interface CreateRoleValues extends RoleValues {
  name: string;
}

export function CreateRoleDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm<CreateRoleValues>({
    initialValues: { ...newRole, name: '' },
    validate: { ...roleRules, name: (value) => (value ? null : text.nameRequired) },
  });
  const { formProps, formError, isPending } = useFormSubmit({
    form,
    submit: (values) => createCustomRole({ ...toRequest(values), name: values.name }),
    onSuccess: async () => {
      await refreshRoleQueries(queryClient);
      onClose();
      showSuccess(text.created);
    },
    getErrorText: (error) => getErrorText(error, text.createFailed),
  });
  return (
    <Dialog title={text.create} text={text.createText} onClose={onClose}>
      <form {...formProps} className={classes.form}>
        <FormError text={formError} />
        <RoleNameField {...form.getInputProps('name')} />
        <RoleFields field={form.getInputProps} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" isLoading={isPending}>
            {text.create}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
