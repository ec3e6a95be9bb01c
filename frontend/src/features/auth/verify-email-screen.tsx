import { IconCircleCheck, IconLinkOff, IconMail } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { verifyEmail } from '../../api/generated/auth/auth';
import { hasCode } from '../../api/problem';
import { usePageTitle } from '../../lib/use-page-title';
import { messages } from '../../messages/en';
import { people } from '../../messages/en-people';
import { failureText } from '../../shared/errors/failure-text';
import { meQuery, useSession } from '../../shared/session/session';
import { Button } from '../../ui/button';
import { ButtonLink } from '../../ui/button-link';
import { StateView } from '../../ui/state-view';
import { useFragment } from './fragment';

const text = people.verify;

/** Where the link of the mail leads. */
export function VerifyEmailScreen() {
  const token = useFragment().get('token');
  const queryClient = useQueryClient();
  const { user } = useSession();
  const asked = useRef<string>(undefined);
  const { data, error, mutate } = useMutation({
    mutationFn: (code: string) => verifyEmail({ token: code }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
  usePageTitle(text.title);

  const verify = useEffectEvent(() => {
    // Effects may run twice.
    if (!token || token === asked.current) return;
    asked.current = token;
    mutate(token);
  });
  useEffect(() => {
    verify();
  }, [token]);

  const onwards = (
    <ButtonLink to="/" look="default">
      {messages.common.backToHome}
    </ButtonLink>
  );
  if (data) {
    return (
      <StateView takesFocus level={1} icon={<IconCircleCheck size={24} />} title={text.doneTitle}>
        {onwards}
      </StateView>
    );
  }
  if (!token || error) {
    // A link that is used up stays so; a new one is to be had from the settings.
    const isOver = hasCode(error, 'link_expired');
    const canTryAgain = !!token && !isOver;
    const reason = canTryAgain ? failureText(error, text.failed) : isOver ? text.expired : text.noToken;
    return (
      <StateView alert level={1} icon={<IconLinkOff size={24} />} title={text.failedTitle} text={reason}>
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
          <ButtonLink to="/user/profile" search={{ tab: 'settings' }} look={canTryAgain ? 'default' : 'primary'}>
            {text.settings}
          </ButtonLink>
        ) : (
          <ButtonLink to="/login" look="default">
            {messages.nav.login}
          </ButtonLink>
        )}
        {onwards}
      </StateView>
    );
  }
  return <StateView level={1} icon={<IconMail size={24} />} title={text.title} text={text.working} />;
}
