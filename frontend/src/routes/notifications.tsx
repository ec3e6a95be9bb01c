import { createFileRoute } from '@tanstack/react-router';
import { NotificationsScreen } from '../features/notifications/notifications-screen';
import { Protected } from '../shared/access/protected';
import { ScreenSkeleton } from '../ui/skeleton';

export const Route = createFileRoute('/notifications')({ component: Notifications });

function Notifications() {
  return (
    <Protected pending={<ScreenSkeleton />}>
      <NotificationsScreen />
    </Protected>
  );
}
