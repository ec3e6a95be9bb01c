import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { login } from '../../api/generated/auth/auth';
import type { LoginRequest } from '../../api/generated/model/loginRequest';
import { userTexts } from '../../messages/users';
import { setFieldErrors, useServerErrors } from '../../shared/forms/use-form-submit';
import { useActionMutation } from '../../shared/use-action-mutation';
import { Button } from '../../ui/button';
import { FormError } from '../../ui/form-error';
import { PasswordField } from '../../ui/password-field';
import { requiredProps } from '../../ui/styles/forms';
import { getLoginErrorText } from './auth-error-text';
import { type OnSignedIn, type RememberMe, useSignIn } from './use-sign-in';
import classes from './login-screen.module.css';

const TIMEOUT_MS = 30_000;
const text = userTexts.auth;

interface SignInFormProps extends Pick<RememberMe, 'remember' | 'checkbox'> {
  /** Called instead of opening the home page. */
  onSignedIn?: OnSignedIn;
}

export function SignInForm({ remember, checkbox, onSignedIn }: SignInFormProps) {
  const signIn = useSignIn();
  const element = useRef<HTMLFormElement>(null);
  const { focusFirstError } = useServerErrors(element);
  const [formError, setFormError] = useState<string | null>(null);
  const form = useForm({ initialValues: { email: '', password: '' } });
  const attempt = useActionMutation({
    mutationFn: (values: LoginRequest) => login(values, { signal: AbortSignal.timeout(TIMEOUT_MS) }),
    onSuccess: onSignedIn ?? signIn,
    onError: (error) => {
      if (setFieldErrors(form, error)) focusFirstError();
      else setFormError(getLoginErrorText(error));
    },
  });

  const submit = form.onSubmit((values) => {
    const empty = (['email', 'password'] as const).filter((name) => values[name].trim() === '');
    setFormError(empty.length > 0 ? text.allFieldsRequired : null);
    form.setErrors(Object.fromEntries(empty.map((name) => [name, true])));
    if (empty.length === 0) attempt.mutate({ ...values, remember_me: remember });
    else focusFirstError();
  });

  return (
    <form ref={element} noValidate className={classes.form} onSubmit={submit}>
      <FormError text={formError} />
      <TextInput
        label={text.email}
        data-first-focus
        {...requiredProps}
        type="email"
        autoComplete="username"
        {...form.getInputProps('email')}
      />
      <div className={classes.passwordRow}>
        <PasswordField
          label={text.password}
          {...requiredProps}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        {/* In the dialog, the page below must stay. */}
        <Link to="/forgot-password" target={onSignedIn && '_blank'} className={classes.forgot}>
          {text.forgot}
        </Link>
      </div>
      <Checkbox label={text.remember} {...checkbox} />
      <Button type="submit" isFullWidth isLoading={attempt.isPending}>
        {text.signInTitle}
      </Button>
    </form>
  );
}
