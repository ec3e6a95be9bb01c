import { createFileRoute } from '@tanstack/react-router';
import { InvitationScreen } from '../features/auth/invitation-screen';

export const Route = createFileRoute('/invitation')({ component: InvitationScreen });
