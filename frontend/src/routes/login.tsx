import { createFileRoute } from '@tanstack/react-router';
import { LoginScreen } from '../features/auth/login-screen';
import { providersQuery } from '../features/auth/providers';

export const Route = createFileRoute('/login')({
  // Awaited, so that no button disappears after rendering; without a response the screen shows the default.
  loader: ({ context: { queryClient } }) => queryClient.prefetchQuery(providersQuery),
  component: LoginScreen,
});
