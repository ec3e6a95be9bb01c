import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { createRoleCode } from '../../../api/generated/role-codes/role-codes';
import { messages } from '../../../messages/en';
import { roleCodes as text } from '../../../messages/en-role-codes';
import { failureText } from '../../../shared/errors/failure-text';
import { useSending } from '../../../shared/forms/use-sending';
import { useRoleChoices } from '../../../shared/use-role-choices';
import { Button } from '../../../ui/button';
import { Dialog, DialogActs } from '../../../ui/dialogs/dialog';
import { FormFailure } from '../../../ui/form-failure';
import { required } from '../../../ui/required';
import { SelectField } from '../../../ui/select-field';
import { MadeRoleCode } from './made-role-code';
import { roleCodesKey } from './queries';
import classes from './role-codes.module.css';

const MOST_USES = 10_000;

/** An administrator is made by an administrator only, and a viewer is everybody already. */
const NEVER_BY_CODE = ['ADMIN', 'VIEWER'];

const initialValues = { role: 'CONTRIBUTOR', max_uses: '1', expires_at: '' };
type Values = typeof initialValues;

function usesError(typed: string): string | null {
  const uses = Number(typed);
  return Number.isInteger(uses) && uses >= 1 && uses <= MOST_USES ? null : text.maxUsesWrong;
}

function expiryError(typed: string): string | null {
  return typed === '' || new Date(typed).getTime() > Date.now() ? null : text.expiresPast;
}

const requestOf = ({ role, max_uses, expires_at }: Values) => ({
  role,
  max_uses: Number(max_uses),
  // The field knows no time zone: it is the time of whoever types.
  expires_at: expires_at === '' ? null : new Date(expires_at).toISOString(),
});

/** Asks for what the code is to do, makes it, and shows it this once. */
export function NewRoleCodeDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const roles = useRoleChoices();
  const form = useForm<Values>({ initialValues, validate: { max_uses: usesError, expires_at: expiryError } });
  const { formProps, failure, data, isPending } = useSending({
    form,
    send: (values) => createRoleCode(requestOf(values)),
    onSent: () => queryClient.invalidateQueries({ queryKey: roleCodesKey }),
    explain: (error) => failureText(error, text.failed),
  });
  if (data) return <MadeRoleCode code={data.code} onClose={onClose} />;
  return (
    <Dialog title={text.create} text={text.formText} onClose={onClose}>
      <form {...formProps} className={classes.form}>
        <FormFailure text={failure} />
        <SelectField
          data-autofocus
          label={text.role}
          data={roles.filter(({ value }) => !NEVER_BY_CODE.includes(value))}
          {...form.getInputProps('role')}
        />
        <TextInput label={text.maxUses} {...required} inputMode="numeric" {...form.getInputProps('max_uses')} />
        <TextInput
          type="datetime-local"
          label={text.expiresAt}
          description={text.expiresHint}
          {...form.getInputProps('expires_at')}
        />
        <DialogActs>
          <Button look="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {text.make}
          </Button>
        </DialogActs>
      </form>
    </Dialog>
  );
}
