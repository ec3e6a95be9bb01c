import { createFileRoute, Navigate } from '@tanstack/react-router';
import type { OwnUserResponse } from '../../api/generated/model/ownUserResponse';
import { AccessDeniedFor, Protected } from '../../shared/access/protected';
import { getAdminGroups } from '../../shared/shell/admin-links';
import { ScreenSkeleton } from '../../ui/skeleton';

export const Route = createFileRoute('/admin/')({ component: Administration });

/** Redirects to the first admin screen the user may open. */
function FirstScreen({ user }: { user: OwnUserResponse }) {
  const first = getAdminGroups(user.permissions)[0]?.links[0];
  return first ? <Navigate to={first.to} replace /> : <AccessDeniedFor permission="admin.dashboard" user={user} />;
}

function Administration() {
  return <Protected pending={<ScreenSkeleton />}>{(user) => <FirstScreen user={user} />}</Protected>;
}
