import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { register } from '../../api/generated/auth/auth';
import type { RegisterRequest } from '../../api/generated/model/registerRequest';
import { people } from '../../messages/en-people';
import { applyProblem } from '../../shared/forms/apply-problem';
import { newPasswordError, NewPasswordField } from '../../shared/forms/new-password-field';
import { useRefusal } from '../../shared/forms/use-refusal';
import { Button } from '../../ui/button';
import { FormFailure } from '../../ui/form-failure';
import { PasswordField } from '../../ui/password-field';
import { required } from '../../ui/required';
import '../../ui/styles/forms';
import { registerFailure } from './auth-failure';
import classes from './login-screen.module.css';
import type { Remember } from './use-remember';
import { useSignIn } from './use-sign-in';

const text = people.auth;

const initialValues = { email: '', name: '', password: '', confirm_password: '' };
type Values = typeof initialValues;

/** The first thing that is wrong, in the specification's order: all there, alike, long enough. */
function check(values: Values): { failure: string | null; errors: Record<string, string | true> } {
  const empty = (['email', 'name', 'password', 'confirm_password'] as const).filter((name) => values[name] === '');
  if (empty.length > 0) {
    return { failure: text.allFieldsRequired, errors: Object.fromEntries(empty.map((name) => [name, true])) };
  }
  if (values.password !== values.confirm_password) {
    return { failure: null, errors: { confirm_password: text.passwordsDiffer } };
  }
  const error = newPasswordError(values.password);
  return { failure: null, errors: error === null ? {} : { password: error } };
}

export function RegisterForm({ remember, checkbox }: Remember) {
  const signIn = useSignIn();
  const element = useRef<HTMLFormElement>(null);
  const { refuse } = useRefusal(element);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({ initialValues });
  const attempt = useMutation({
    mutationFn: (values: RegisterRequest) => register(values),
    onSuccess: signIn,
    onError: (error) => {
      if (applyProblem(form, error)) refuse();
      else setFailure(registerFailure(error));
    },
  });

  const submit = form.onSubmit((values) => {
    const result = check(values);
    setFailure(result.failure);
    form.setErrors(result.errors);
    if (Object.keys(result.errors).length > 0) {
      refuse();
      return;
    }
    const { confirm_password: _confirmed, ...account } = values;
    attempt.mutate({ ...account, remember_me: remember });
  });

  return (
    <form ref={element} noValidate className={classes.form} onSubmit={submit}>
      <FormFailure text={failure} />
      <TextInput
        label={text.email}
        {...required}
        type="email"
        autoComplete="username"
        {...form.getInputProps('email')}
      />
      <TextInput label={text.fullName} {...required} autoComplete="name" {...form.getInputProps('name')} />
      <NewPasswordField label={text.password} {...form.getInputProps('password')} />
      <PasswordField
        label={text.confirmPassword}
        {...required}
        autoComplete="new-password"
        {...form.getInputProps('confirm_password')}
      />
      <Checkbox label={text.remember} {...checkbox} />
      <Button type="submit" wide loading={attempt.isPending}>
        {text.registerTitle}
      </Button>
    </form>
  );
}
