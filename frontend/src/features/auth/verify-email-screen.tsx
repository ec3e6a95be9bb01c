import { IconCircleCheck, IconLinkOff, IconMail } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { verifyEmail } from '../../api/generated/auth/auth';
import { getErrorText, hasCode } from '../../api/problem';
import { usePageTitle } from '../../lib/page';
import { messages } from '../../messages/common';
import { userTexts } from '../../messages/users';
import { refreshQueries } from '../../shared/query-client';
import { currentUserQuery, useSession } from '../../shared/session/session';
import { Button, ButtonLink } from '../../ui/button';
import { StateView } from '../../ui/state-view';
import { useUrlFragment } from './use-url-fragment';

const text = userTexts.verify;

/** The target of the link in the verification mail. */
export function VerifyEmailScreen() {
  const token = useUrlFragment().get('token');
  const queryClient = useQueryClient();
  const { user } = useSession();
  const requestedToken = useRef<string>(undefined);
  const { data, error, mutate } = useMutation({
    mutationFn: (code: string) => verifyEmail({ token: code }),
    onSuccess: () => refreshQueries(queryClient, currentUserQuery.queryKey),
  });
  usePageTitle(text.title);

  const verify = useEffectEvent(() => {
    // Effects may run twice.
    if (!token || token === requestedToken.current) return;
    requestedToken.current = token;
    mutate(token);
  });
  useEffect(() => {
    verify();
  }, [token]);

  const onwards = (
    <ButtonLink to="/" variant="default">
      {messages.common.backToHome}
    </ButtonLink>
  );
  if (data) {
    return (
      <StateView shouldFocus level={1} icon={<IconCircleCheck size={24} />} title={text.doneTitle}>
        {onwards}
      </StateView>
    );
  }
  if (!token || error) {
    // An expired or used link cannot succeed on retry; the settings page sends a new one.
    const isOver = hasCode(error, 'link_expired');
    const canTryAgain = !!token && !isOver;
    const reason = canTryAgain ? getErrorText(error, text.failed) : isOver ? text.expired : text.noToken;
    return (
      <StateView isAlert level={1} icon={<IconLinkOff size={24} />} title={text.failedTitle} text={reason}>
        {canTryAgain && (
          <Button
            onClick={() => {
              mutate(token);
            }}
          >
            {messages.common.tryAgain}
          </Button>
        )}
        {user ? (
          <ButtonLink to="/user/profile" search={{ tab: 'settings' }} variant={canTryAgain ? 'default' : 'primary'}>
            {text.settings}
          </ButtonLink>
        ) : (
          <ButtonLink to="/login" variant="default">
            {messages.access.signIn}
          </ButtonLink>
        )}
        {onwards}
      </StateView>
    );
  }
  return <StateView level={1} icon={<IconMail size={24} />} title={text.title} text={text.working} />;
}
