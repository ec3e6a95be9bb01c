import { createFileRoute } from '@tanstack/react-router';
import { LoginScreen } from '../features/auth/login-screen';
import { signInOptionsQuery } from '../shared/session/sign-in-options';

export const Route = createFileRoute('/login')({
  // Awaited, so that nothing appears after rendering; without a response the screen offers to sign in by password.
  loader: ({ context: { queryClient } }) => queryClient.prefetchQuery(signInOptionsQuery),
  component: LoginScreen,
});
