import { createFileRoute } from '@tanstack/react-router';
import { LoginScreen } from '../features/auth/login-screen';
import { providersQuery } from '../features/auth/providers';

export const Route = createFileRoute('/login')({
  // Awaited, so that nothing stands there which is then taken away; without an answer the screen offers everything.
  loader: ({ context: { queryClient } }) => queryClient.prefetchQuery(providersQuery),
  component: LoginScreen,
});
