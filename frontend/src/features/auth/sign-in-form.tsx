import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { login } from '../../api/generated/auth/auth';
import type { LoginRequest } from '../../api/generated/model/loginRequest';
import { people } from '../../messages/en-people';
import { applyProblem } from '../../shared/forms/apply-problem';
import { useRefusal } from '../../shared/forms/use-refusal';
import { Button } from '../../ui/button';
import { FormFailure } from '../../ui/form-failure';
import { PasswordField } from '../../ui/password-field';
import { required } from '../../ui/required';
import '../../ui/styles/forms';
import { loginFailure } from './auth-failure';
import classes from './login-screen.module.css';
import type { Remember } from './use-remember';
import { useSignIn } from './use-sign-in';

const TIMEOUT_MS = 30_000;
const text = people.auth;

export function SignInForm({ remember, checkbox }: Remember) {
  const signIn = useSignIn();
  const element = useRef<HTMLFormElement>(null);
  const { refuse } = useRefusal(element);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({ initialValues: { email: '', password: '' } });
  const attempt = useMutation({
    mutationFn: (values: LoginRequest) => login(values, { signal: AbortSignal.timeout(TIMEOUT_MS) }),
    onSuccess: signIn,
    onError: (error) => {
      if (applyProblem(form, error)) refuse();
      else setFailure(loginFailure(error));
    },
  });

  const submit = form.onSubmit((values) => {
    const empty = (['email', 'password'] as const).filter((name) => values[name] === '');
    setFailure(empty.length > 0 ? text.allFieldsRequired : null);
    form.setErrors(Object.fromEntries(empty.map((name) => [name, true])));
    if (empty.length === 0) attempt.mutate({ ...values, remember_me: remember });
    else refuse();
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
      <div className={classes.passwordRow}>
        <PasswordField
          label={text.password}
          {...required}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <Link to="/forgot-password" className={classes.forgot}>
          {text.forgot}
        </Link>
      </div>
      <Checkbox label={text.remember} {...checkbox} />
      <Button type="submit" wide loading={attempt.isPending}>
        {text.signInTitle}
      </Button>
    </form>
  );
}
