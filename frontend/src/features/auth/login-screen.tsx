import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { usePageTitle } from '../../lib/use-page-title';
import { messages } from '../../messages/en';
import { people } from '../../messages/en-people';
import { Segments } from '../../ui/segments';
import { meQuery } from '../../shared/session/session';
import classes from './login-screen.module.css';
import { OtherWays } from './other-ways';
import { providersQuery } from './providers';
import { RegisterForm } from './register-form';
import { SignInForm } from './sign-in-form';
import { useRemember } from './use-remember';

type Mode = 'sign-in' | 'register';

const text = people.auth;

export function LoginScreen() {
  const [mode, setMode] = useState<Mode>('sign-in');
  const remember = useRemember();
  const { data: user } = useQuery(meQuery);
  const { data: offer } = useQuery(providersQuery);
  const isClosed = offer?.registration_open === false;
  const isSignIn = isClosed || mode === 'sign-in';
  usePageTitle(isSignIn ? messages.nav.login : text.registerTitle);
  if (user) return <Navigate to="/" replace />;
  return (
    <div className={classes.screen}>
      <div className={classes.panel}>
        <h1 tabIndex={-1} className={classes.title}>
          {isSignIn ? text.signInTitle : text.registerTitle}
        </h1>
        <p className={classes.lead}>{isSignIn ? text.signInLead : text.registerLead}</p>
        {!isClosed && (
          <Segments
            label={text.mode}
            value={mode}
            onChange={(next) => {
              setMode(next);
              remember.forget();
            }}
            stretch
            options={[
              { value: 'sign-in', label: text.signInTitle },
              { value: 'register', label: text.registerTitle },
            ]}
          />
        )}
        {/* Two forms, so that switching starts from an empty one without errors. */}
        {isSignIn ? <SignInForm {...remember} /> : <RegisterForm {...remember} />}
        <OtherWays key={mode} mode={isSignIn ? 'sign-in' : 'register'} remember={remember.remember} />
        {isClosed && <p className={classes.closed}>{text.registrationClosed}</p>}
      </div>
      <Link to="/" className={classes.back}>
        {messages.common.backToHome}
      </Link>
    </div>
  );
}
