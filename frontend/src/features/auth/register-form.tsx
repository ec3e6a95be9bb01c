import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { register } from '../../api/generated/auth/auth';
import type { RegisterRequest } from '../../api/generated/model/registerRequest';
import { userTexts } from '../../messages/en-users';
import { setFieldErrors, useServerErrors } from '../../shared/forms/use-form-submit';
import { useActionMutation } from '../../shared/use-action-mutation';
import { Button } from '../../ui/button';
import { FormError } from '../../ui/form-error';
import { newPasswordError, NewPasswordField, PasswordField } from '../../ui/password-field';
import { requiredProps } from '../../ui/styles/forms';
import { getRegisterErrorText } from './auth-error-text';
import { type RememberMe, useSignIn } from './use-sign-in';
import classes from './login-screen.module.css';

const text = userTexts.auth;

const initialValues = { email: '', name: '', password: '', confirm_password: '' };
type RegisterValues = typeof initialValues;

/** Returns the first error in the order of the specification: blank fields, different passwords, short password. */
function validateForm(values: RegisterValues): { formError: string | null; errors: Record<string, string | true> } {
  const fields = ['email', 'name', 'password', 'confirm_password'] as const;
  const empty = fields.filter((name) => values[name].trim() === '');
  if (empty.length > 0) {
    return { formError: text.allFieldsRequired, errors: Object.fromEntries(empty.map((name) => [name, true])) };
  }
  if (values.password !== values.confirm_password) {
    return { formError: null, errors: { confirm_password: text.passwordsDiffer } };
  }
  const error = newPasswordError(values.password);
  return { formError: null, errors: error === null ? {} : { password: error } };
}

export function RegisterForm({ remember, checkbox }: RememberMe) {
  const signIn = useSignIn();
  const element = useRef<HTMLFormElement>(null);
  const { focusFirstError } = useServerErrors(element);
  const [formError, setFormError] = useState<string | null>(null);
  const form = useForm({ initialValues });
  const attempt = useActionMutation({
    mutationFn: (values: RegisterRequest) => register(values),
    onSuccess: signIn,
    onError: (error) => {
      if (setFieldErrors(form, error)) focusFirstError();
      else setFormError(getRegisterErrorText(error));
    },
  });

  const submit = form.onSubmit((values) => {
    const result = validateForm(values);
    setFormError(result.formError);
    form.setErrors(result.errors);
    if (Object.keys(result.errors).length > 0) {
      focusFirstError();
      return;
    }
    const { confirm_password: _confirmed, ...account } = values;
    attempt.mutate({ ...account, remember_me: remember });
  });

  return (
    <form ref={element} noValidate className={classes.form} onSubmit={submit}>
      <FormError text={formError} />
      <TextInput
        label={text.email}
        {...requiredProps}
        type="email"
        autoComplete="username"
        {...form.getInputProps('email')}
      />
      <TextInput label={text.fullName} {...requiredProps} autoComplete="name" {...form.getInputProps('name')} />
      <NewPasswordField label={text.password} {...form.getInputProps('password')} />
      <PasswordField
        label={text.confirmPassword}
        {...requiredProps}
        autoComplete="new-password"
        {...form.getInputProps('confirm_password')}
      />
      <Checkbox label={text.remember} {...checkbox} />
      <Button type="submit" isFullWidth isLoading={attempt.isPending}>
        {text.registerTitle}
      </Button>
    </form>
  );
}
