import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconMail } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { forgotPassword } from '../../api/generated/auth/auth';
import { usePageTitle } from '../../lib/use-page-title';
import { people } from '../../messages/en-people';
import { failureText } from '../../shared/errors/failure-text';
import { useSending } from '../../shared/forms/use-sending';
import { Button } from '../../ui/button';
import { ButtonLink } from '../../ui/button-link';
import { FormFailure } from '../../ui/form-failure';
import { required } from '../../ui/required';
import { StateView } from '../../ui/state-view';
import '../../ui/styles/forms';
import classes from './login-screen.module.css';

const text = people.forgotten;

export function ForgotPasswordScreen() {
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (value) => (value.trim() === '' ? text.emailRequired : null) },
  });
  const { formProps, failure, data, isPending } = useSending({
    form,
    send: (values) => forgotPassword(values),
    explain: (error) => failureText(error, text.failed),
  });
  usePageTitle(text.title);

  if (data) {
    return (
      <StateView takesFocus level={1} icon={<IconMail size={24} />} title={text.sentTitle} text={data.message}>
        <ButtonLink to="/login" look="default">
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
        <p className={classes.lead}>{text.lead}</p>
        <form {...formProps} className={classes.form}>
          <FormFailure text={failure} />
          <TextInput
            label={people.auth.email}
            {...required}
            type="email"
            autoComplete="username"
            {...form.getInputProps('email')}
          />
          <Button type="submit" wide loading={isPending}>
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
