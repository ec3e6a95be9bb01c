import { useForm } from '@mantine/form';
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react';
import { resetPassword } from '../../api/generated/auth/auth';
import { getErrorText, hasCode } from '../../api/problem';
import { usePageTitle } from '../../lib/page';
import { userTexts } from '../../messages/users';
import { useFormSubmit } from '../../shared/forms/use-form-submit';
import { Button, ButtonLink } from '../../ui/button';
import { FormError } from '../../ui/form-error';
import { newPasswordError, NewPasswordField } from '../../ui/password-field';
import { StateView } from '../../ui/state-view';
import { useUrlFragment } from './use-url-fragment';
import classes from './login-screen.module.css';

const text = userTexts.reset;

function NewPassword({ token }: { token: string }) {
  const form = useForm({ initialValues: { password: '' }, validate: { password: newPasswordError } });
  const { formProps, formError, data, error, isPending } = useFormSubmit({
    form,
    submit: ({ password }) => resetPassword({ token, password }),
    getErrorText: (caught) => getErrorText(caught, text.failed),
  });

  if (data) {
    return (
      <StateView shouldFocus level={1} icon={<IconCircleCheck size={24} />} title={text.doneTitle} text={data.message}>
        <ButtonLink to="/login">{text.signIn}</ButtonLink>
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
          <NewPasswordField label={text.password} {...form.getInputProps('password')} />
          <Button type="submit" isFullWidth isLoading={isPending}>
            {text.save}
          </Button>
          {hasCode(error, 'link_expired') && (
            <ButtonLink to="/forgot-password" variant="default" isFullWidth>
              {text.another}
            </ButtonLink>
          )}
        </form>
      </div>
    </div>
  );
}

/** The target of the link in the password reset mail. */
export function ResetPasswordScreen() {
  const token = useUrlFragment().get('token');
  usePageTitle(text.title);
  if (token) return <NewPassword key={token} token={token} />;
  return (
    <StateView level={1} icon={<IconLinkOff size={24} />} title={text.noTokenTitle} text={text.noToken}>
      <ButtonLink to="/forgot-password" variant="default">
        {text.another}
      </ButtonLink>
    </StateView>
  );
}
