import { createFileRoute } from '@tanstack/react-router';
import { SessionCallbackScreen } from '../features/auth/session-callback-screen';

export const Route = createFileRoute('/profile')({ component: () => <SessionCallbackScreen isProfile /> });
