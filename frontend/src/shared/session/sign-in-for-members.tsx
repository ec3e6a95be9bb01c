import { messages } from '../../messages/common';
import { Button } from '../../ui/button';
import { useSession } from './session';
import { requestSignIn } from './sign-in-request';

/** Offers guests to sign in where nothing was found for them; says nothing about whether there is something. */
export function SignInForMembers() {
  const { state } = useSession();
  if (state !== 'guest') return null;
  return (
    <Button
      onClick={() => {
        requestSignIn({ reason: 'members-only' });
      }}
    >
      {messages.access.signInForMembers}
    </Button>
  );
}
