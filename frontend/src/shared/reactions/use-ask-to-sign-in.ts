import { useNavigate } from '@tanstack/react-router';
import { messages } from '../../messages/en';
import { confirm } from '../../ui/dialogs/dialogs';

/** Says why somebody has to sign in, and leads there whoever wants to. */
export function useAskToSignIn(): (why: { title: string; text: string }) => Promise<void> {
  const navigate = useNavigate();
  return async (why) => {
    if (await confirm({ ...why, confirmLabel: messages.nav.login })) await navigate({ to: '/login' });
  };
}
