import { useQuery } from '@tanstack/react-query';
import { IconLock } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { getAccess, getGetAccessQueryKey } from '../../api/generated/access/access';
import type { OwnUserResponse } from '../../api/generated/model/ownUserResponse';
import { messages } from '../../messages/common';
import { AccessDenied } from '../errors/error-screens';
import { LoadError } from '../errors/load-error';
import { useHasUnsavedChanges } from '../forms/unsaved-changes';
import { meetsRequirement, type Requirement, useSession } from '../session/session';
import { openSignIn, requestSignIn } from '../session/sign-in-request';
import { Button, ButtonLink } from '../../ui/button';
import { StateView } from '../../ui/state-view';
import classes from './protected.module.css';

function SignedOutNotice({ userId }: { userId: string }) {
  const text = useHasUnsavedChanges() ? messages.access.signedOutUnsaved : messages.access.signedOutText;
  return (
    <div role="alert" className={classes.notice}>
      <div>
        <strong>{messages.access.signedOutTitle}</strong>
        <p className={classes.text}>{text}</p>
      </div>
      <Button
        variant="default"
        size="sm"
        onClick={() => {
          requestSignIn({ reason: 'expired', formerUserId: userId });
        }}
      >
        {messages.access.signIn}
      </Button>
    </div>
  );
}

/** Below the sign-in dialog, which opens by itself; dismissing it opens the home page. */
function GuestNotice() {
  const navigate = useNavigate();
  const leave = () => void navigate({ to: '/', replace: true });
  const requestOnce = useEffectEvent(() => {
    requestSignIn({ reason: 'protected', onDismissed: leave });
  });
  useEffect(() => {
    requestOnce();
  }, []);
  return (
    <StateView level={1} icon={<IconLock size={24} />} title={messages.access.signIn}>
      <ButtonLink to="/login" onClick={openSignIn({ reason: 'protected', onDismissed: leave })}>
        {messages.access.signIn}
      </ButtonLink>
    </StateView>
  );
}

interface ProtectedProps {
  /**
   * One of several is enough. Without one every signed-in user may request the content, and the server decides
   * per item.
   */
  permission?: Requirement | readonly Requirement[];
  /** Shown while the session is loading. */
  pending: ReactNode;
  /** A function receives the user and is remounted when the user changes. */
  children: ReactNode | ((user: OwnUserResponse) => ReactNode);
}

/** Fetches the required roles, because administrators change them at run time. */
export function AccessDeniedFor({
  permission,
  user,
}: {
  permission: Requirement | readonly Requirement[];
  user: OwnUserResponse;
}) {
  const permissions = [permission].flat().filter((each) => each !== 'moderates_categories');
  const { data } = useQuery({
    queryKey: permissions.flatMap((each) => getGetAccessQueryKey(each)),
    queryFn: async ({ signal }) => {
      const found = await Promise.all(permissions.map((each) => getAccess(each, { signal })));
      return [...new Set(found.flatMap(({ required_roles }) => required_roles))];
    },
  });
  return <AccessDenied role={user.role} requiredRoles={data ?? []} />;
}

function isAllowed(
  user: OwnUserResponse | null,
  permission: Requirement | readonly Requirement[] | undefined,
): boolean {
  if (user === null || permission === undefined) return user !== null;
  return [permission].flat().some((each) => meetsRequirement(user, each));
}

/**
 * Shows the pending state, asks guests to sign in, shows Access Denied for missing permissions, or the screen.
 */
export function Protected({ permission, pending, children }: ProtectedProps) {
  const session = useSession();
  const allowed = isAllowed(session.user, permission) ? session.user : null;
  const [last, setLast] = useState(allowed);
  if (allowed && allowed !== last) setLast(allowed);

  // Keeps the tree mounted when the session ends, so that unsaved input is not lost.
  const displayedUser = session.state === 'member' ? allowed : last;
  if (displayedUser) {
    return (
      <>
        {session.state === 'guest' && <SignedOutNotice userId={displayedUser.id} />}
        {typeof children === 'function' ? (
          <Fragment key={displayedUser.id}>{children(displayedUser)}</Fragment>
        ) : (
          children
        )}
      </>
    );
  }
  switch (session.state) {
    case 'loading':
      return pending;
    case 'guest':
      return <GuestNotice />;
    case 'unknown':
      return <LoadError isPage onRetry={session.retry} />;
    case 'member':
      return permission !== undefined && <AccessDeniedFor permission={permission} user={session.user} />;
  }
}
