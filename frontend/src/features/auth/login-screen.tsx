import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { usePageTitle } from '../../lib/page';
import { useSiteSettings } from '../../lib/site-settings';
import { messages } from '../../messages/common';
import { userTexts } from '../../messages/users';
import { currentUserQuery } from '../../shared/session/session';
import { toReturnPath } from './return-path';
import { SignInPanel, useSignInMode } from './sign-in-panel';
import { useSignIn } from './use-sign-in';
import classes from './login-screen.module.css';

const text = userTexts.auth;

/** @param props.next the path that the sign-in leads to; the home page by default */
export function LoginScreen({ next }: { next?: string }) {
  const state = useSignInMode();
  const { isSignIn } = state;
  const { isPrivate } = useSiteSettings();
  const returnHere = useSignIn(() => toReturnPath(next));
  const { data: user } = useQuery(currentUserQuery);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // After a page load; after a navigation the shell moves the focus.
    if (document.activeElement === document.body) {
      panel.current?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    }
  }, []);
  const title = isSignIn ? messages.access.signIn : text.registerTitle;
  // A private hub shows guests its sign-in page at every address, so it has the title of the hub.
  usePageTitle(isPrivate ? undefined : title);
  // The path may have a query and a fragment, which `to` has not.
  if (user) return <Navigate to="/" href={toReturnPath(next)} replace />;
  const signInLead = isPrivate ? text.signInLeadPrivate : text.signInLead;
  return (
    <div className={classes.screen}>
      <div ref={panel} className={classes.panel}>
        <h1 tabIndex={-1} className={classes.title}>
          {isSignIn ? text.signInTitle : text.registerTitle}
        </h1>
        <p className={classes.description}>{isSignIn ? signInLead : text.registerLead}</p>
        <SignInPanel state={state} onSignedIn={next === undefined ? undefined : returnHere} />
      </div>
      {!isPrivate && (
        <Link to="/" className={classes.back}>
          {messages.common.backToHome}
        </Link>
      )}
    </div>
  );
}
