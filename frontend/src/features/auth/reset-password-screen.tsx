import { useForm } from '@mantine/form';
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react';
import { resetPassword } from '../../api/generated/auth/auth';
import { hasCode } from '../../api/problem';
import { usePageTitle } from '../../lib/use-page-title';
import { people } from '../../messages/en-people';
import { failureText } from '../../shared/errors/failure-text';
import { newPasswordError, NewPasswordField } from '../../shared/forms/new-password-field';
import { useSending } from '../../shared/forms/use-sending';
import { Button } from '../../ui/button';
import { ButtonLink } from '../../ui/button-link';
import { FormFailure } from '../../ui/form-failure';
import { StateView } from '../../ui/state-view';
import { useFragment } from './fragment';
import classes from './login-screen.module.css';

const text = people.reset;

function NewPassword({ token }: { token: string }) {
  const form = useForm({ initialValues: { password: '' }, validate: { password: newPasswordError } });
  const { formProps, failure, data, error, isPending } = useSending({
    form,
    send: ({ password }) => resetPassword({ token, password }),
    explain: (refused) => failureText(refused, text.failed),
  });

  if (data) {
    return (
      <StateView takesFocus level={1} icon={<IconCircleCheck size={24} />} title={text.doneTitle} text={data.message}>
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
        <p className={classes.lead}>{text.lead}</p>
        <form {...formProps} className={classes.form}>
          <FormFailure text={failure} />
          <NewPasswordField label={text.password} {...form.getInputProps('password')} />
          <Button type="submit" wide loading={isPending}>
            {text.save}
          </Button>
          {hasCode(error, 'link_expired') && (
            <ButtonLink to="/forgot-password" look="default" wide>
              {text.another}
            </ButtonLink>
          )}
        </form>
      </div>
    </div>
  );
}

/** Where the link of the mail leads. */
export function ResetPasswordScreen() {
  const token = useFragment().get('token');
  usePageTitle(text.title);
  if (token) return <NewPassword key={token} token={token} />;
  return (
    <StateView level={1} icon={<IconLinkOff size={24} />} title={text.noTokenTitle} text={text.noToken}>
      <ButtonLink to="/forgot-password" look="default">
        {text.another}
      </ButtonLink>
    </StateView>
  );
}
