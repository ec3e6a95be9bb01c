import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { SessionOpenedResponse } from '../../api/generated/model/sessionOpenedResponse';
import { userTexts } from '../../messages/users';
import { useHasUnsavedChanges } from '../../shared/forms/unsaved-changes';
import { resumeSession, startSession, useSession } from '../../shared/session/session';
import { closeSignInRequest, dismissSignInRequest, type SignInRequest } from '../../shared/session/sign-in-request';
import { useRefreshScreen } from '../../shared/use-refresh-screen';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialogs/dialog';
import { PasskeyButton } from './passkey-button';
import { ProviderButtons } from './providers';
import { SignInForm } from './sign-in-form';
import { SignInPanel, useSignInMode } from './sign-in-panel';
import { type OnSignedIn, useRememberMe } from './use-sign-in';
import classes from './sign-in-dialog.module.css';

const text = userTexts.signInDialog;

/** Returns to the page with everything typed there; another user than before starts at the home page. */
function useSignInHere({ formerUserId, onSignedIn }: SignInRequest): OnSignedIn {
  const queryClient = useQueryClient();
  const router = useRouter();
  const navigate = useNavigate();
  const refreshScreen = useRefreshScreen();
  return async ({ user, session_token }: SessionOpenedResponse) => {
    if (formerUserId !== undefined && formerUserId !== user.id) {
      startSession(queryClient, user, session_token);
      closeSignInRequest();
      await navigate({ to: '/' });
      return;
    }
    resumeSession(queryClient, user, session_token);
    closeSignInRequest();
    await refreshScreen();
    // A page that was missing for guests is loaded again.
    if (formerUserId === undefined) await router.invalidate();
    onSignedIn?.();
  };
}

function NotNowButton() {
  return (
    <Button variant="subtle" isFullWidth onClick={dismissSignInRequest}>
      {text.notNow}
    </Button>
  );
}

/** For users who have an account, and may have text on the page. */
function AgainDialog({ request }: { request: SignInRequest }) {
  const signIn = useSignInHere(request);
  const remember = useRememberMe();
  const hasText = useHasUnsavedChanges();
  const isRecent = request.reason === 'recent';
  const expired = hasText ? text.expiredWithText : text.expired;
  return (
    <Dialog
      title={isRecent ? text.recentTitle : text.expiredTitle}
      text={isRecent ? text.recent : expired}
      onClose={dismissSignInRequest}
    >
      <SignInForm {...remember} onSignedIn={signIn} />
      <div className={classes.alternatives}>
        <PasskeyButton shouldRemember={remember.remember} onSignedIn={signIn} />
        <NotNowButton />
        {isRecent ? (
          <ProviderButtons shouldRemember={remember.remember} isReturning />
        ) : (
          <a href="/login" target="_blank" rel="noopener" className={classes.more}>
            {text.more}
          </a>
        )}
      </div>
    </Dialog>
  );
}

const guestTexts = {
  login: undefined,
  'members-only': text.members,
  protected: text.protected,
  participate: text.participate,
  'start-thread': text.startThread,
} as const;

/** For guests, who may have no account yet. */
function GuestDialog({ request, reason }: { request: SignInRequest; reason: keyof typeof guestTexts }) {
  const signIn = useSignInHere(request);
  const state = useSignInMode(request.isNewAccount ? 'register' : 'sign-in');
  return (
    <Dialog
      title={state.isSignIn ? text.membersTitle : userTexts.auth.registerTitle}
      text={guestTexts[reason]}
      onClose={dismissSignInRequest}
    >
      <div className={classes.panel}>
        <SignInPanel state={state} onSignedIn={signIn} />
      </div>
      <div className={classes.alternatives}>
        <NotNowButton />
      </div>
    </Dialog>
  );
}

/** Asks to sign in without leaving the page. */
export default function SignInDialog({ request }: { request: SignInRequest }) {
  const { reason } = request;
  const { state } = useSession();
  const isRecent = reason === 'recent';
  const pathname = useLocation({ select: (location) => location.pathname });
  const [openedAt] = useState(pathname);

  useEffect(() => {
    // Signed in from another tab, or left the page by the back button.
    if ((state === 'member' && !isRecent) || pathname !== openedAt) closeSignInRequest();
  }, [state, isRecent, pathname, openedAt]);

  if (reason === 'expired' || reason === 'recent') return <AgainDialog request={request} />;
  return <GuestDialog request={request} reason={reason} />;
}
