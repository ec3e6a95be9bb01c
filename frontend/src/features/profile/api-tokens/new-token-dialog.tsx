import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { CREDENTIAL_NAME_MAX } from '@hub/shared/limits';
import { createApiToken, getListApiTokensQueryKey } from '../../../api/generated/api-tokens/api-tokens';
import { type ApiTokenLifetime } from '../../../api/generated/model/apiTokenLifetime';
import { ApiTokenScope } from '../../../api/generated/model/apiTokenScope';
import { getErrorText } from '../../../api/problem';
import { messages } from '../../../messages/common';
import { apiTokens as text } from '../../../messages/admin-api-tokens';
import { useFormSubmit } from '../../../shared/forms/use-form-submit';
import { refreshQueries } from '../../../shared/query-client';
import { SecretDialog } from '../../../shared/secret-dialog/secret-dialog';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { SelectField, toOptions } from '../../../ui/fields';
import { FormError } from '../../../ui/form-error';
import { requiredProps } from '../../../ui/styles/forms';
import classes from './new-token-dialog.module.css';

const SCOPES = Object.values(ApiTokenScope);
const LIFETIMES = ['30', '90', '365', 'none'] as const satisfies readonly ApiTokenLifetime[];

const initialValues = { name: '', scopes: ['read'] as ApiTokenScope[], expires_in: '90' as ApiTokenLifetime };
type TokenValues = typeof initialValues;

function checkName(name: string): string | null {
  if (name.trim() === '') return text.nameRequired;
  return name.trim().length > CREDENTIAL_NAME_MAX ? text.nameTooLong(CREDENTIAL_NAME_MAX) : null;
}

/** Creates an API token and shows it once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm<TokenValues>({
    initialValues,
    validate: { name: checkName, scopes: (scopes) => (scopes.length === 0 ? text.scopesRequired : null) },
  });
  const { formProps, formError, data, isPending } = useFormSubmit({
    form,
    submit: (values) => createApiToken(values),
    onSuccess: () => refreshQueries(queryClient, getListApiTokensQueryKey()),
    getErrorText: (error) => getErrorText(error, text.failed),
  });
  if (data) {
    return (
      <SecretDialog
        title={text.createdTitle}
        text={text.createdText}
        secret={data.token}
        copyLabel={text.copy}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title={text.create} text={text.formText} onClose={onClose}>
      <form {...formProps} className={classes.form}>
        <FormError text={formError} />
        <TextInput
          data-autofocus
          label={text.name}
          description={text.nameHint}
          {...requiredProps}
          {...form.getInputProps('name')}
        />
        <Checkbox.Group label={text.scopes} {...form.getInputProps('scopes')}>
          <div className={classes.scopes}>
            {SCOPES.map((scope) => (
              <Checkbox key={scope} value={scope} label={text.scope[scope]} description={text.scopeHints[scope]} />
            ))}
          </div>
        </Checkbox.Group>
        <SelectField
          label={text.expiresIn}
          description={form.values.expires_in === 'none' ? text.noExpiryHint : undefined}
          data={toOptions(LIFETIMES, text.lifetimes)}
          {...form.getInputProps('expires_in')}
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
