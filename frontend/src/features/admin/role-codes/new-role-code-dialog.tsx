import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { ROLE_CODE_USES_MAX } from '@hub/shared/limits';
import { createRoleCode } from '../../../api/generated/role-codes/role-codes';
import { messages } from '../../../messages/common';
import { roleCodes as text } from '../../../messages/roles';
import { getErrorText } from '../../../api/problem';
import { useFormSubmit } from '../../../shared/forms/use-form-submit';
import { refreshQueries } from '../../../shared/query-client';
import { useRoleOptions } from '../../../shared/roles/use-role-options';
import { SecretDialog } from '../../../shared/secret-dialog/secret-dialog';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { FormError } from '../../../ui/form-error';
import { requiredProps } from '../../../ui/styles/forms';
import { SelectField } from '../../../ui/fields';
import { roleCodesKey } from './queries';
import classes from './role-codes.module.css';

/** Codes cannot grant ADMIN, and every user already has VIEWER. */
const EXCLUDED_ROLES = ['ADMIN', 'VIEWER'];

const initialValues = { role: 'CONTRIBUTOR', max_uses: '1', expires_at: '' };
type RoleCodeValues = typeof initialValues;

function validateMaxUses(value: string): string | null {
  const uses = Number(value);
  return Number.isInteger(uses) && uses >= 1 && uses <= ROLE_CODE_USES_MAX ? null : text.maxUsesWrong;
}

function validateExpiry(value: string): string | null {
  return value === '' || new Date(value).getTime() > Date.now() ? null : text.expiresPast;
}

const toRequest = ({ role, max_uses, expires_at }: RoleCodeValues) => ({
  role,
  max_uses: Number(max_uses),
  // datetime-local has no time zone; the value is in the user's.
  expires_at: expires_at === '' ? null : new Date(expires_at).toISOString(),
});

/** Creates a role code and shows it once. */
export function NewRoleCodeDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const roles = useRoleOptions();
  const form = useForm<RoleCodeValues>({
    initialValues,
    validate: { max_uses: validateMaxUses, expires_at: validateExpiry },
  });
  const { formProps, formError, data, isPending } = useFormSubmit({
    form,
    submit: (values) => createRoleCode(toRequest(values)),
    onSuccess: () => refreshQueries(queryClient, roleCodesKey),
    getErrorText: (error) => getErrorText(error, text.failed),
  });
  if (data) {
    return (
      <SecretDialog
        title={text.createdTitle}
        text={text.createdText}
        secret={data.code}
        copyLabel={text.copy}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title={text.create} text={text.formText} onClose={onClose}>
      <form {...formProps} className={classes.form}>
        <FormError text={formError} />
        <SelectField
          data-autofocus
          label={text.role}
          data={roles.filter(({ value }) => !EXCLUDED_ROLES.includes(value))}
          {...form.getInputProps('role')}
        />
        <TextInput label={text.maxUses} {...requiredProps} inputMode="numeric" {...form.getInputProps('max_uses')} />
        <TextInput
          type="datetime-local"
          label={text.expiresAt}
          description={text.expiresHint}
          {...form.getInputProps('expires_at')}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" isLoading={isPending}>
            {text.make}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
