import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProvidersResponse } from '../../api/generated/model/providersResponse';
import { formatChoice } from '../../lib/message-format';
import { registrationTexts } from '../../messages/registration';
import { userTexts } from '../../messages/users';
import { signInOptionsQuery } from '../../shared/session/sign-in-options';
import { SegmentedControl } from '../../ui/segmented-control';
import { AlternativeSignIn } from './alternative-sign-in';
import { RegisterForm } from './register-form';
import { RegistrationLinkForm } from './registration-link-form';
import { SignInForm } from './sign-in-form';
import { type OnSignedIn, useRememberMe } from './use-sign-in';
import classes from './login-screen.module.css';

const text = userTexts.auth;

type Mode = 'sign-in' | 'register';

/** Whether the user signs in or creates an account. Guests cannot create one where registration is closed. */
export function useSignInMode(initialMode: Mode = 'sign-in') {
  const [mode, setMode] = useState(initialMode);
  const { data: options } = useQuery(signInOptionsQuery);
  const isClosed = options?.registration_open === false;
  return { mode, setMode, options, isClosed, isSignIn: isClosed || mode === 'sign-in' };
}

function getClosedText(options: ProvidersResponse | undefined): string {
  if (options?.setup_required) return text.setupRequired;
  return options?.registration === 'invitation' ? registrationTexts.byInvitation : text.registrationClosed;
}

interface SignInPanelProps {
  state: ReturnType<typeof useSignInMode>;
  /** Called instead of opening the home page. */
  onSignedIn?: OnSignedIn;
}

/** All ways to sign in and to create an account. */
export function SignInPanel({ state: { mode, setMode, options, isClosed, isSignIn }, onSignedIn }: SignInPanelProps) {
  const remember = useRememberMe();
  const isByLink = options?.registration_by_link === true;
  const form = isByLink ? <RegistrationLinkForm /> : <RegisterForm {...remember} onSignedIn={onSignedIn} />;
  return (
    <>
      {!isClosed && (
        <SegmentedControl
          label={text.mode}
          value={mode}
          onChange={(next) => {
            setMode(next);
            remember.forget();
          }}
          isFullWidth
          options={[
            { value: 'sign-in', label: text.signInTitle },
            { value: 'register', label: text.registerTitle },
          ]}
        />
      )}
      {!isSignIn && options?.registration === 'domains' && (
        <p className={classes.registrationRule}>
          {options.registration_domains.length > 0
            ? registrationTexts.byDomain(formatChoice(options.registration_domains))
            : registrationTexts.isClosed}
        </p>
      )}
      {/* Separate forms, so that switching starts with an empty one without errors. */}
      {isSignIn ? <SignInForm {...remember} onSignedIn={onSignedIn} /> : form}
      <AlternativeSignIn key={mode} shouldRemember={remember.remember} onSignedIn={onSignedIn} />
      {isClosed && <p className={classes.registrationClosed}>{getClosedText(options)}</p>}
    </>
  );
}
