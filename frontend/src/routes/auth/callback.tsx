import { createFileRoute } from '@tanstack/react-router';
import { SessionCallbackScreen } from '../../features/auth/session-callback-screen';

export const Route = createFileRoute('/auth/callback')({
  component: () => <SessionCallbackScreen isProfile={false} />,
});
