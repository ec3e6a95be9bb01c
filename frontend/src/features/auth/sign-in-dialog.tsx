import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { SessionOpenedResponse } from '../../api/generated/model/sessionOpenedResponse';
import { userTexts } from '../../messages/en-users';
import { useHasUnsavedChanges } from '../../shared/forms/unsaved-changes';
import { resumeSession, startSession, useSession } from '../../shared/session/session';
import { closeSignInRequest, type SignInRequest } from '../../shared/session/sign-in-request';
import { useRefreshScreen } from '../../shared/use-refresh-screen';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialogs/dialog';
import { PasskeyButton } from './passkey-button';
import { ProviderButtons } from './providers';
import { SignInForm } from './sign-in-form';
import { useRememberMe } from './use-sign-in';
import classes from './sign-in-dialog.module.css';

const text = userTexts.signInDialog;

/** Returns to the page with everything typed there; another user than before starts at the home page. */
function useSignInHere({ formerUserId, onSignedIn }: SignInRequest) {
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

/** Asks to sign in without leaving the page. */
export default function SignInDialog({ request }: { request: SignInRequest }) {
  const { reason } = request;
  const signIn = useSignInHere(request);
  const remember = useRememberMe();
  const hasText = useHasUnsavedChanges();
  const { state } = useSession();
  const isRecent = reason === 'recent';
  const titles = {
    expired: text.expiredTitle,
    'members-only': text.membersTitle,
    participate: text.membersTitle,
    recent: text.recentTitle,
  };
  const reasons = {
    expired: hasText ? text.expiredWithText : text.expired,
    'members-only': text.members,
    participate: text.participate,
    recent: text.recent,
  };

  useEffect(() => {
    // Signed in from another tab.
    if (state === 'member' && !isRecent) closeSignInRequest();
  }, [state, isRecent]);

  return (
    <Dialog title={titles[reason]} text={reasons[reason]} onClose={closeSignInRequest}>
      <SignInForm {...remember} onSignedIn={signIn} />
      <div className={classes.alternatives}>
        <PasskeyButton shouldRemember={remember.remember} onSignedIn={signIn} />
        <Button variant="subtle" isFullWidth onClick={closeSignInRequest}>
          {text.notNow}
        </Button>
        {isRecent ? (
          // For users who are signed in, the page of all ways to sign in leads home.
          <ProviderButtons shouldRemember={remember.remember} />
        ) : (
          <a href="/login" target="_blank" rel="noopener" className={classes.more}>
            {text.more}
          </a>
        )}
      </div>
    </Dialog>
  );
}
