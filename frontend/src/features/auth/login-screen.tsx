import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { usePageTitle } from '../../lib/page';
import { messages } from '../../messages/common';
import { userTexts } from '../../messages/users';
import { currentUserQuery } from '../../shared/session/session';
import { SignInPanel, useSignInMode } from './sign-in-panel';
import classes from './login-screen.module.css';

const text = userTexts.auth;

export function LoginScreen() {
  const state = useSignInMode();
  const { isSignIn } = state;
  const { data: user } = useQuery(currentUserQuery);
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
        <SignInPanel state={state} />
      </div>
      <Link to="/" className={classes.back}>
        {messages.common.backToHome}
      </Link>
    </div>
  );
}
