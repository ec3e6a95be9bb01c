import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { requestRegistrationLink } from '../../api/generated/auth/auth';
import { getErrorText } from '../../api/problem';
import { registrationTexts as text } from '../../messages/registration';
import { userTexts } from '../../messages/users';
import { useFormSubmit } from '../../shared/forms/use-form-submit';
import { Button } from '../../ui/button';
import { FormError } from '../../ui/form-error';
import { requiredProps } from '../../ui/styles/forms';
import classes from './login-screen.module.css';

/** The end of a registration on this screen; the mailed link continues it. */
export function LinkSent({ text: sentence }: { text: string }) {
  return (
    <div role="status" className={classes.linkSent}>
      <h2>{text.linkSentTitle}</h2>
      <p>{sentence}</p>
    </div>
  );
}

/** For hubs that verify the address before the registration. */
export function RegistrationLinkForm() {
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (email) => (email.trim() === '' ? userTexts.auth.emailRequired : null) },
  });
  const { formProps, formError, data, isPending } = useFormSubmit({
    form,
    submit: ({ email }) => requestRegistrationLink({ email }),
    getErrorText: (error) => getErrorText(error, text.linkFailed),
  });
  if (data) return <LinkSent text={data.message} />;
  return (
    <form {...formProps} className={classes.form}>
      <FormError text={formError} />
      <TextInput
        label={userTexts.auth.email}
        data-first-focus
        description={text.byLink}
        {...requiredProps}
        type="email"
        autoComplete="username"
        {...form.getInputProps('email')}
      />
      <Button type="submit" isFullWidth isLoading={isPending}>
        {text.sendLink}
      </Button>
    </form>
  );
}
