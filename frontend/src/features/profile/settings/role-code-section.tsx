import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { redeemRoleCode } from '../../../api/generated/role-codes/role-codes';
import { profile } from '../../../messages/en-profile';
import { failureText } from '../../../shared/errors/failure-text';
import { Button } from '../../../ui/button';
import { toast } from '../../../ui/toast/toast';
import { Section } from './section';
import classes from './settings.module.css';

const text = profile.roleCode;

export function RoleCodeSection({ user }: { user: OwnUserResponse }) {
  const queryClient = useQueryClient();
  const id = useId();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const redeeming = useMutation({
    mutationFn: (typed: string) => redeemRoleCode({ code: typed.toUpperCase() }),
    onSuccess: async ({ message }) => {
      setCode('');
      // It names the new role, as people call it.
      toast(message);
      // Everything may look different with the new role: what may be created, seen and done.
      await queryClient.invalidateQueries();
    },
    onError: (failure) => {
      setError(text.failed(failureText(failure, text.unknown)));
      document.getElementById(id)?.focus();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = code.trim();
    setError(typed === '' ? text.required : undefined);
    if (typed === '') document.getElementById(id)?.focus();
    else redeeming.mutate(typed);
  };
  return (
    <Section title={text.title} lead={text.lead(user.role_display_name)}>
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
        <Button type="submit" loading={redeeming.isPending}>
          {text.redeem}
        </Button>
      </form>
    </Section>
  );
}
