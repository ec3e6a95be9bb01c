import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { completeExternalSignIn } from '../../api/generated/auth/auth';
import { usePageTitle } from '../../lib/page';
import { messages } from '../../messages/common';
import { userTexts } from '../../messages/users';
import { getErrorText } from '../../api/problem';
import { currentUserQuery } from '../../shared/session/session';
import { alert } from '../../ui/dialogs/dialogs';
import { getProviderErrorText } from './auth-error-text';
import { takeReturnPath } from './return-path';
import { useUrlFragment } from './use-url-fragment';
import classes from './login-screen.module.css';
import { useSignIn } from './use-sign-in';

const text = userTexts.callback;

/**
 * Handles the redirect from a provider: exchanges the code in the URL fragment for a session. `/profile` without a code
 * redirects to the user's own profile.
 */
export function SessionCallbackScreen({ isProfile }: { isProfile: boolean }) {
  const fragment = useUrlFragment();
  const signIn = useSignIn(takeReturnPath);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isDone = useRef(false);
  usePageTitle(messages.access.signIn);

  const showFailure = async (reason: string) => {
    await navigate({ to: '/', replace: true });
    void alert({ title: text.failedTitle, text: reason });
  };
  const finish = useEffectEvent(async () => {
    const sessionId = fragment.get('session_id');
    const error = fragment.get('error');
    if (error !== null) return showFailure(getProviderErrorText(error));
    if (!sessionId) {
      const user = isProfile ? await queryClient.ensureQueryData(currentUserQuery).catch(() => null) : null;
      return navigate({ to: user ? '/user/profile' : '/', replace: true });
    }
    try {
      await signIn(await completeExternalSignIn({ session_id: sessionId }));
    } catch (caught) {
      await showFailure(getErrorText(caught, text.failed));
    }
  });
  useEffect(() => {
    // The code can be used once, and effects may run twice.
    if (isDone.current) return;
    isDone.current = true;
    void finish();
  }, []);

  return (
    <p role="status" className={classes.working}>
      {text.working}
    </p>
  );
}
