import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { Fragment, useState, type ReactNode } from 'react';
import { getAccess, getGetAccessQueryKey } from '../../api/generated/access/access';
import type { OwnUserResponse } from '../../api/generated/model/ownUserResponse';
import { useSession } from '../session/session';
import { LoadFailed } from '../errors/load-failed';
import { AccessDenied } from './access-denied';
import { SignedOutNotice } from './signed-out-notice';

interface ProtectedProps {
  /** Without one everybody who is signed in may ask, and the server decides by the single item. */
  permission?: string;
  /** Shown while it is not known yet who is asking. */
  pending: ReactNode;
  /** A function hears who it is, and starts anew when that changes. */
  children: ReactNode | ((user: OwnUserResponse) => ReactNode);
}

/** Asks the server who may, because administrators change that at run time. */
export function DeniedFor({ permission, user }: { permission: string; user: OwnUserResponse }) {
  const { data } = useQuery({
    queryKey: getGetAccessQueryKey(permission),
    queryFn: ({ signal }) => getAccess(permission, { signal }),
  });
  return <AccessDenied role={user.role} requiredRoles={data?.required_roles ?? []} />;
}

function isAllowed(user: OwnUserResponse | null, permission: string | undefined): boolean {
  return user !== null && (permission === undefined || user.permissions.includes(permission));
}

/** Loading, then to the home page for guests, Access Denied for the wrong role, or the screen. */
export function Protected({ permission, pending, children }: ProtectedProps) {
  const session = useSession();
  const allowed = isAllowed(session.user, permission) ? session.user : null;
  const [last, setLast] = useState(allowed);
  if (allowed && allowed !== last) setLast(allowed);

  // A session that ends while somebody types must not throw away what they typed: the same tree stays mounted.
  const shown = session.state === 'member' ? allowed : last;
  if (shown) {
    return (
      <>
        {session.state === 'guest' && <SignedOutNotice />}
        {typeof children === 'function' ? <Fragment key={shown.id}>{children(shown)}</Fragment> : children}
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
      return permission !== undefined && <DeniedFor permission={permission} user={session.user} />;
  }
}
