import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LoadFailed } from '../errors/load-failed';
import { useSession } from '../session/session';

interface SignedInProps {
  /** Shown while it is not known yet who is asking. */
  pending: ReactNode;
  children: ReactNode;
}

/** For screens where the server decides by the single item: guests go home, everybody else may ask. */
export function SignedIn({ pending, children }: SignedInProps) {
  const session = useSession();
  switch (session.state) {
    case 'loading':
      return pending;
    case 'guest':
      return <Navigate to="/" replace />;
    case 'unknown':
      return <LoadFailed page onRetry={session.retry} />;
    case 'member':
      return children;
  }
}
