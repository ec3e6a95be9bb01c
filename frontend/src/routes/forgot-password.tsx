import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordScreen } from '../features/auth/forgot-password-screen';
import { signInOptionsQuery } from '../shared/session/sign-in-options';

export const Route = createFileRoute('/forgot-password')({
  // Awaited, so that the form does not disappear from a hub without a mail server.
  loader: ({ context: { queryClient } }) => queryClient.prefetchQuery(signInOptionsQuery),
  component: ForgotPasswordScreen,
});
