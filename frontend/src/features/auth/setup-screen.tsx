import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser';
import { IconLinkOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { completeSetup, completeSetupWithPasskey, createSetupPasskeyOptions } from '../../api/generated/auth/auth';
import { getErrorText, hasCode } from '../../api/problem';
import { usePageTitle } from '../../lib/page';
import { getPasskeyError } from '../../lib/passkey-error';
import { profile } from '../../messages/profile';
import { setupTexts as text } from '../../messages/setup';
import { userTexts } from '../../messages/users';
import { useFormSubmit } from '../../shared/forms/use-form-submit';
import { currentUserQuery } from '../../shared/session/session';
import { Button, ButtonLink } from '../../ui/button';
import { FormError } from '../../ui/form-error';
import { newPasswordError, NewPasswordField } from '../../ui/password-field';
import { SegmentedControl } from '../../ui/segmented-control';
import { StateView } from '../../ui/state-view';
import { requiredProps } from '../../ui/styles/forms';
import { useSignIn } from './use-sign-in';
import { forgetSetupToken, useSetupToken } from './setup-token';
import classes from './login-screen.module.css';

const fields = userTexts.auth;

interface Account {
  token: string;
  name: string;
  email: string;
}

async function createWithPasskey(account: Account) {
  const optionsJSON = await createSetupPasskeyOptions(account);
  const { id, response } = await startRegistration({ optionsJSON });
  return completeSetupWithPasskey({
    token: account.token,
    credential_id: id,
    client_data_json: response.clientDataJSON,
    attestation_object: response.attestationObject,
    transports: response.transports,
  });
}

function getSetupErrorText(error: unknown): string {
  const reason = getPasskeyError(error);
  return reason ? profile.passkeys[reason] : getErrorText(error, text.failed);
}

const isBlank = (value: string) => value.trim() === '';

function InvalidLink({ title, children }: { title: string; children: string }) {
  return (
    <StateView shouldFocus level={1} icon={<IconLinkOff size={24} />} title={title} text={children}>
      <ButtonLink to="/login" variant="default">
        {text.toLogin}
      </ButtonLink>
    </StateView>
  );
}

function SetupForm({ token }: { token: string }) {
  const signIn = useSignIn();
  const [isPasskey, setPasskey] = useState(false);
  const form = useForm({
    initialValues: { name: '', email: '', password: '' },
    validate: {
      name: (name) => isBlank(name) && fields.nameRequired,
      email: (email) => isBlank(email) && fields.emailRequired,
      password: (password) => !isPasskey && newPasswordError(password),
    },
  });
  const { formProps, formError, error, isPending } = useFormSubmit({
    form,
    submit: ({ password, ...account }) =>
      isPasskey ? createWithPasskey({ token, ...account }) : completeSetup({ token, password, ...account }),
    onSuccess: (response) => {
      forgetSetupToken();
      return signIn(response);
    },
    getErrorText: getSetupErrorText,
  });
  const isInvalid = hasCode(error, 'not_found');
  useEffect(() => {
    if (isInvalid) forgetSetupToken();
  }, [isInvalid]);
  if (isInvalid) return <InvalidLink title={text.invalidTitle}>{text.invalid}</InvalidLink>;
  return (
    <div className={classes.screen}>
      <div className={classes.panel}>
        <h1 tabIndex={-1} className={classes.title}>
          {text.title}
        </h1>
        <p className={classes.description}>{text.lead}</p>
        <form {...formProps} className={classes.form}>
          <FormError text={formError} />
          <TextInput label={fields.fullName} {...requiredProps} autoComplete="name" {...form.getInputProps('name')} />
          <TextInput
            label={fields.email}
            {...requiredProps}
            type="email"
            autoComplete="username"
            {...form.getInputProps('email')}
          />
          {browserSupportsWebAuthn() && (
            <SegmentedControl
              label={text.method}
              value={isPasskey ? 'passkey' : 'password'}
              onChange={(method) => {
                setPasskey(method === 'passkey');
              }}
              isFullWidth
              options={[
                { value: 'password', label: text.withPassword },
                { value: 'passkey', label: text.withPasskey },
              ]}
            />
          )}
          {isPasskey ? (
            <p className={classes.note}>{text.passkeyHint}</p>
          ) : (
            <NewPasswordField label={fields.password} {...form.getInputProps('password')} />
          )}
          <Button type="submit" isFullWidth isLoading={isPending}>
            {isPasskey ? text.createWithPasskey : text.create}
          </Button>
        </form>
      </div>
    </div>
  );
}

/** The target of the link that a hub without administrator shows in the terminal. */
export function SetupScreen() {
  const token = useSetupToken();
  const { data: user } = useQuery(currentUserQuery);
  usePageTitle(text.title);
  if (user) return <Navigate to="/" replace />;
  if (token) return <SetupForm key={token} token={token} />;
  return <InvalidLink title={text.noTokenTitle}>{text.noToken}</InvalidLink>;
}
