import { useNavigate } from '@tanstack/react-router';
import { messages } from '../../messages/en';
import { confirm } from '../../ui/dialogs/dialogs';

/** Returns a function that explains why sign-in is required and offers to navigate there. */
export function useSignInPrompt(): (reason: { title: string; text: string }) => Promise<void> {
  const navigate = useNavigate();
  return async (reason) => {
    if (await confirm({ ...reason, confirmLabel: messages.nav.login })) await navigate({ to: '/login' });
  };
}
