import { createFileRoute } from '@tanstack/react-router';
import { LoginScreen } from '../features/auth/login-screen';
import { createSearchParser, textParam } from '../lib/search-params';
import { signInOptionsQuery } from '../shared/session/sign-in-options';

/** `next` is where the sign-in leads to. */
const search = createSearchParser({ next: textParam });

export const Route = createFileRoute('/login')({
  validateSearch: search,
  // Awaited, so that nothing appears after rendering; without a response the screen offers to sign in by password.
  loader: ({ context: { queryClient } }) => queryClient.prefetchQuery(signInOptionsQuery),
  component: Login,
});

function Login() {
  return <LoginScreen next={Route.useSearch().next} />;
}
