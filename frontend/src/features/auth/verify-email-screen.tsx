import { IconCircleCheck, IconLinkOff, IconMail } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { verifyEmail } from '../../api/generated/auth/auth';
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
  const isAsked = useRef(false);
  const { data, error, mutate } = useMutation({
    mutationFn: (code: string) => verifyEmail({ token: code }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
  usePageTitle(text.title);

  const verify = useEffectEvent(() => {
    if (token && !isAsked.current) mutate(token);
    isAsked.current = true;
  });
  useEffect(() => {
    verify();
  }, []);

  const onwards = (
    <ButtonLink to="/" look="default">
      {messages.common.backToHome}
    </ButtonLink>
  );
  if (data) {
    return (
      <StateView level={1} icon={<IconCircleCheck size={24} />} title={text.doneTitle}>
        {onwards}
      </StateView>
    );
  }
  if (!token || error) {
    const reason = token ? failureText(error, text.failed) : text.noToken;
    return (
      <StateView alert level={1} icon={<IconLinkOff size={24} />} title={text.failedTitle} text={reason}>
        {token && (
          <Button
            onClick={() => {
              mutate(token);
            }}
          >
            {messages.common.tryAgain}
          </Button>
        )}
        {user && (
          <ButtonLink to="/user/profile" search={{ tab: 'settings' }} look="default">
            {text.settings}
          </ButtonLink>
        )}
        {onwards}
      </StateView>
    );
  }
  return <StateView level={1} icon={<IconMail size={24} />} title={text.title} text={text.working} />;
}
