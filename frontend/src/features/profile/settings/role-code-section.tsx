import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { redeemRoleCode } from '../../../api/generated/role-codes/role-codes';
import { profile } from '../../../messages/profile';
import { getErrorText } from '../../../api/problem';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Button } from '../../../ui/button';
import { toast } from '../../../ui/toast/toast';
import { SettingsSection } from './settings-section';
import classes from '../own-profile.module.css';
import { getRoleName } from '../../../shared/roles/roles';
import { refreshQueries } from '../../../shared/query-client';

const text = profile.roleCode;

export function RoleCodeSection({ user }: { user: OwnUserResponse }) {
  const queryClient = useQueryClient();
  const id = useId();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const redeeming = useActionMutation({
    mutationFn: (trimmedCode: string) => redeemRoleCode({ code: trimmedCode.toUpperCase() }),
    onSuccess: async ({ message }) => {
      setCode('');
      // The message contains the display name of the new role.
      toast(message);
      // The role affects what can be seen and done, so every query is refreshed.
      await refreshQueries(queryClient, []);
    },
    onError: (cause) => {
      setError(text.failed(getErrorText(cause, text.unknown)));
      document.getElementById(id)?.focus();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const trimmedCode = code.trim();
    setError(trimmedCode === '' ? text.required : undefined);
    if (trimmedCode === '') document.getElementById(id)?.focus();
    else redeeming.mutate(trimmedCode);
  };
  return (
    <SettingsSection title={text.title} description={text.lead(getRoleName(user.role, user.role_display_name))}>
      <form noValidate className={classes.form} onSubmit={submit}>
        <TextInput
          id={id}
          label={text.label}
          description={text.hint}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={error}
          value={code}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <Button type="submit" isLoading={redeeming.isPending}>
          {text.redeem}
        </Button>
      </form>
    </SettingsSection>
  );
}
