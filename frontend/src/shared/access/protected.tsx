import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { getAccess, getGetAccessQueryKey } from '../../api/generated/access/access';
import type { OwnUserResponse } from '../../api/generated/model/ownUserResponse';
import { useSession } from '../session/session';
import { LoadFailed } from '../errors/load-failed';
import { AccessDenied } from './access-denied';
import { SignedOutNotice } from './signed-out-notice';

interface ProtectedProps {
  permission: string;
  /** Shown while it is not known yet who is asking. */
  pending: ReactNode;
  children: ReactNode;
}

/** Asks the server who may, because administrators change that at run time. */
export function DeniedFor({ permission, user }: { permission: string; user: OwnUserResponse }) {
  const { data } = useQuery({
    queryKey: getGetAccessQueryKey(permission),
    queryFn: ({ signal }) => getAccess(permission, { signal }),
  });
  return <AccessDenied role={user.role} requiredRoles={data?.required_roles ?? []} />;
}

/** Loading, then to the home page for guests, Access Denied for the wrong role, or the screen. */
export function Protected({ permission, pending, children }: ProtectedProps) {
  const session = useSession();
  const allowed = session.user?.permissions.includes(permission) ?? false;
  const [wasAllowed, setWasAllowed] = useState(allowed);
  if (allowed && !wasAllowed) setWasAllowed(true);

  // A session that ends while somebody types must not throw away what they typed: the same tree stays mounted.
  if (allowed || (wasAllowed && session.state !== 'member')) {
    return (
      <>
        {session.state === 'guest' && <SignedOutNotice />}
        {children}
      </>
    );
  }
  switch (session.state) {
    case 'loading':
      return pending;
    case 'guest':
      return <Navigate to="/" replace />;
    case 'unknown':
      return <LoadFailed page onRetry={session.retry} />;
    case 'member':
      return <DeniedFor permission={permission} user={session.user} />;
  }
}
