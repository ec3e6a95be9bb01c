import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { usePageTitle } from '../../lib/page';
import { messages } from '../../messages/en';
import { registrationTexts } from '../../messages/en-registration';
import { userTexts } from '../../messages/en-users';
import { currentUserQuery } from '../../shared/session/session';
import { signInOptionsQuery } from '../../shared/session/sign-in-options';
import { SegmentedControl } from '../../ui/segmented-control';
import { AlternativeSignIn } from './alternative-sign-in';
import { RegisterForm } from './register-form';
import { RegistrationLinkForm } from './registration-link-form';
import { SignInForm } from './sign-in-form';
import { useRememberMe } from './use-sign-in';
import classes from './login-screen.module.css';

const text = userTexts.auth;

type Mode = 'sign-in' | 'register';

export function LoginScreen() {
  const [mode, setMode] = useState<Mode>('sign-in');
  const remember = useRememberMe();
  const { data: user } = useQuery(currentUserQuery);
  const { data: offer } = useQuery(signInOptionsQuery);
  const isClosed = offer?.registration_open === false;
  const isByLink = offer?.registration_by_link === true;
  const isSignIn = isClosed || mode === 'sign-in';
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // After a page load; after a navigation the shell moves the focus.
    if (document.activeElement === document.body) {
      panel.current?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    }
  }, []);
  usePageTitle(isSignIn ? messages.access.signIn : text.registerTitle);
  if (user) return <Navigate to="/" replace />;
  return (
    <div className={classes.screen}>
      <div ref={panel} className={classes.panel}>
        <h1 tabIndex={-1} className={classes.title}>
          {isSignIn ? text.signInTitle : text.registerTitle}
        </h1>
        <p className={classes.description}>{isSignIn ? text.signInLead : text.registerLead}</p>
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
        {/* Separate forms, so that switching starts with an empty one without errors. */}
        {!isSignIn && offer?.registration === 'domains' && (
          <p className={classes.registrationRule}>{registrationTexts.byDomain(offer.registration_domains)}</p>
        )}
        {isSignIn ? <SignInForm {...remember} /> : isByLink ? <RegistrationLinkForm /> : <RegisterForm {...remember} />}
        <AlternativeSignIn key={mode} shouldRemember={remember.remember} />
        {isClosed && (
          <p className={classes.registrationClosed}>
            {offer.setup_required
              ? text.setupRequired
              : offer.registration === 'invitation'
                ? registrationTexts.byInvitation
                : text.registrationClosed}
          </p>
        )}
      </div>
      <Link to="/" className={classes.back}>
        {messages.common.backToHome}
      </Link>
    </div>
  );
}
