import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconMail, IconMailOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { forgotPassword } from '../../api/generated/auth/auth';
import { getErrorText } from '../../api/problem';
import { usePageTitle } from '../../lib/page';
import { userTexts } from '../../messages/users';
import { useFormSubmit } from '../../shared/forms/use-form-submit';
import { useIsMailConfigured } from '../../shared/session/sign-in-options';
import { Button, ButtonLink } from '../../ui/button';
import { FormError } from '../../ui/form-error';
import { StateView } from '../../ui/state-view';
import { requiredProps } from '../../ui/styles/forms';
import classes from './login-screen.module.css';

const text = userTexts.forgotten;

function RequestForm() {
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (value) => (value.trim() === '' ? text.emailRequired : null) },
  });
  const { formProps, formError, data, isPending } = useFormSubmit({
    form,
    submit: (values) => forgotPassword(values),
    getErrorText: (error) => getErrorText(error, text.failed),
  });

  if (data) {
    return (
      <StateView shouldFocus level={1} icon={<IconMail size={24} />} title={text.sentTitle} text={data.message}>
        <ButtonLink to="/login" variant="default">
          {text.back}
        </ButtonLink>
      </StateView>
    );
  }
  return (
    <div className={classes.screen}>
      <div className={classes.panel}>
        <h1 tabIndex={-1} className={classes.title}>
          {text.title}
        </h1>
        <p className={classes.description}>{text.lead}</p>
        <form {...formProps} className={classes.form}>
          <FormError text={formError} />
          <TextInput
            label={userTexts.auth.email}
            data-first-focus
            {...requiredProps}
            type="email"
            autoComplete="username"
            {...form.getInputProps('email')}
          />
          <Button type="submit" isFullWidth isLoading={isPending}>
            {text.send}
          </Button>
        </form>
      </div>
      <Link to="/login" className={classes.back}>
        {text.back}
      </Link>
    </div>
  );
}

export function ForgotPasswordScreen() {
  const isMailConfigured = useIsMailConfigured();
  usePageTitle(text.title);
  if (isMailConfigured !== false) return <RequestForm />;
  return (
    <StateView level={1} icon={<IconMailOff size={24} />} title={text.title} text={text.withoutMail}>
      <ButtonLink to="/login" variant="default">
        {text.back}
      </ButtonLink>
    </StateView>
  );
}
