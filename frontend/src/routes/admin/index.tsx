import { createFileRoute, Navigate } from '@tanstack/react-router';
import type { OwnUserResponse } from '../../api/generated/model/ownUserResponse';
import { DeniedFor, Protected } from '../../shared/access/protected';
import { adminGroupsFor } from '../../shared/admin/admin-links';
import { ScreenSkeleton } from '../../shared/errors/screen-skeleton';

export const Route = createFileRoute('/admin/')({ component: Administration });

/** The administration begins with the first screen that this person may open. */
function FirstScreen({ user }: { user: OwnUserResponse }) {
  const first = adminGroupsFor(user.permissions)[0]?.links[0];
  return first ? <Navigate to={first.to} replace /> : <DeniedFor permission="admin.dashboard" user={user} />;
}

function Administration() {
  return <Protected pending={<ScreenSkeleton />}>{(user) => <FirstScreen user={user} />}</Protected>;
}
