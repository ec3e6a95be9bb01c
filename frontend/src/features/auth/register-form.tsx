import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { register } from '../../api/generated/auth/auth';
import type { RegisterRequest } from '../../api/generated/model/registerRequest';
import { userTexts } from '../../messages/users';
import { registrationTexts } from '../../messages/registration';
import { setFieldErrors, useServerErrors } from '../../shared/forms/use-form-submit';
import { useActionMutation } from '../../shared/use-action-mutation';
import { Button } from '../../ui/button';
import { FormError } from '../../ui/form-error';
import { newPasswordError, NewPasswordField, PasswordField } from '../../ui/password-field';
import { requiredProps } from '../../ui/styles/forms';
import { getRegisterErrorText } from './auth-error-text';
import { LinkSent } from './registration-link-form';
import { type OnSignedIn, type RememberMe, useSignIn } from './use-sign-in';
import classes from './login-screen.module.css';

const text = userTexts.auth;

type RegisterValues = Record<'email' | 'name' | 'password' | 'confirm_password', string>;

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

/** The invitation that a registration uses up; its address cannot be changed. */
interface RegistrationInvitation {
  token: string;
  email: string;
}

interface RegisterFormProps extends Pick<RememberMe, 'remember' | 'checkbox'> {
  invitation?: RegistrationInvitation;
  /** Called instead of opening the home page. */
  onSignedIn?: OnSignedIn;
}

export function RegisterForm({ remember, checkbox, invitation, onSignedIn }: RegisterFormProps) {
  const signIn = useSignIn();
  const element = useRef<HTMLFormElement>(null);
  const { focusFirstError } = useServerErrors(element);
  const [formError, setFormError] = useState<string | null>(null);
  const form = useForm<RegisterValues>({
    initialValues: { email: invitation?.email ?? '', name: '', password: '', confirm_password: '' },
  });
  const attempt = useActionMutation({
    mutationFn: (values: RegisterRequest) => register(values),
    onSuccess: async (response) => {
      if ('session_token' in response) await (onSignedIn ?? signIn)(response);
    },
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
    attempt.mutate({ ...account, remember_me: remember, invitation: invitation?.token });
  });

  // The hub got a mail server after the screen was loaded.
  if (attempt.data && 'message' in attempt.data) return <LinkSent text={attempt.data.message} />;
  return (
    <form ref={element} noValidate className={classes.form} onSubmit={submit}>
      <FormError text={formError} />
      <TextInput
        label={text.email}
        data-first-focus={invitation ? undefined : true}
        {...requiredProps}
        type="email"
        autoComplete="username"
        readOnly={invitation !== undefined}
        description={invitation && registrationTexts.invitation.emailFixed}
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
