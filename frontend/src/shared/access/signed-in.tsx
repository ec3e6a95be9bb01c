import { Navigate } from '@tanstack/react-router';
import { Fragment, useState, type ReactNode } from 'react';
import type { OwnUserResponse } from '../../api/generated/model/ownUserResponse';
import { LoadFailed } from '../errors/load-failed';
import { useSession } from '../session/session';
import { SignedOutNotice } from './signed-out-notice';

interface SignedInProps {
  /** Shown while it is not known yet who is asking. */
  pending: ReactNode;
  /** A function is for screens that people type in: they stay as they are when the session ends meanwhile. */
  children: ReactNode | ((user: OwnUserResponse) => ReactNode);
}

/** For screens where the server decides by the single item: guests go home, everybody else may ask. */
export function SignedIn({ pending, children }: SignedInProps) {
  const session = useSession();
  const [last, setLast] = useState(session.user);
  if (session.user && session.user !== last) setLast(session.user);

  const user = session.user ?? last;
  if (typeof children === 'function' && user) {
    return (
      <>
        {session.state === 'guest' && <SignedOutNotice />}
        <Fragment key={user.id}>{children(user)}</Fragment>
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
      return typeof children === 'function' ? pending : children;
  }
}
