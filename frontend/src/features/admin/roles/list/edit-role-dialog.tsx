import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import type { RoleResponse } from '../../../../api/generated/model/roleResponse';
import { updateCustomRole } from '../../../../api/generated/roles/roles';
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
import { toRequest, roleRules, type RoleValues } from './role-values';

const text = roleTexts.roles;

export function EditRoleDialog({ role, onClose }: { role: RoleResponse; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { display_name, description, color, priority } = role;
  const form = useForm<RoleValues>({
    initialValues: { display_name, description, color, priority: String(priority) },
    validate: roleRules,
  });
  const { formProps, formError, isPending } = useFormSubmit({
    form,
    submit: (values) => updateCustomRole(role.id, toRequest(values)),
    onSuccess: async () => {
      await refreshRoleQueries(queryClient);
      onClose();
      showSuccess(text.updated);
    },
    getErrorText: (error) => getErrorText(error, text.updateFailed),
  });
  return (
    <Dialog title={text.editTitle} text={text.editText(role.name)} onClose={onClose}>
      <form {...formProps} className={classes.form}>
        <FormError text={formError} />
        <RoleFields field={form.getInputProps} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" isLoading={isPending}>
            {text.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
