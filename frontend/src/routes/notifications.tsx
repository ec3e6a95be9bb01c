import { createFileRoute } from '@tanstack/react-router';
import { NotificationsScreen } from '../features/notifications/notifications-screen';
import { SignedIn } from '../shared/access/signed-in';
import { ScreenSkeleton } from '../shared/errors/screen-skeleton';

export const Route = createFileRoute('/notifications')({ component: Notifications });

function Notifications() {
  return (
    <SignedIn pending={<ScreenSkeleton />}>
      <NotificationsScreen />
    </SignedIn>
  );
}
