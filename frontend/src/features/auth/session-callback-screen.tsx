import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { completeExternalSignIn } from '../../api/generated/auth/auth';
import { usePageTitle } from '../../lib/use-page-title';
import { messages } from '../../messages/en';
import { people } from '../../messages/en-people';
import { failureText } from '../../shared/errors/failure-text';
import { meQuery } from '../../shared/session/session';
import { alert } from '../../ui/dialogs/dialogs';
import { externalFailure } from './external-failure';
import { useFragment } from './fragment';
import classes from './login-screen.module.css';
import { useSignIn } from './use-sign-in';

const text = people.callback;

/** The return from a provider: trades the code behind the # for a session. `/profile` without one is a way to one's own. */
export function SessionCallbackScreen({ isProfile }: { isProfile: boolean }) {
  const fragment = useFragment();
  const signIn = useSignIn();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isDone = useRef(false);
  usePageTitle(messages.nav.login);

  const refuse = async (reason: string) => {
    await navigate({ to: '/', replace: true });
    void alert({ title: text.failedTitle, text: reason });
  };
  const finish = useEffectEvent(async () => {
    const sessionId = fragment.get('session_id');
    const error = fragment.get('error');
    if (error !== null) return refuse(externalFailure(error));
    if (!sessionId) {
      const user = isProfile ? await queryClient.ensureQueryData(meQuery).catch(() => null) : null;
      return navigate({ to: user ? '/user/profile' : '/', replace: true });
    }
    try {
      await signIn(await completeExternalSignIn({ session_id: sessionId }));
    } catch (failure) {
      await refuse(failureText(failure, text.failed));
    }
  });
  useEffect(() => {
    // The code works once; effects may run twice.
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
