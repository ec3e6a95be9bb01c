import { IconLinkOff, IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { findInvitation } from '../../api/generated/users/users';
import type { FoundInvitationResponse } from '../../api/generated/model/foundInvitationResponse';
import { hasCode } from '../../api/problem';
import { usePageTitle } from '../../lib/page';
import { registrationTexts } from '../../messages/registration';
import { userTexts } from '../../messages/users';
import { LoadError } from '../../shared/errors/load-error';
import { currentUserQuery } from '../../shared/session/session';
import { ButtonLink } from '../../ui/button';
import { Skeleton, SkeletonItem } from '../../ui/skeleton';
import { StateView } from '../../ui/state-view';
import { ProviderButtons, useProviders } from './providers';
import { RegisterForm } from './register-form';
import { useRememberMe } from './use-sign-in';
import { useUrlFragment } from './use-url-fragment';
import classes from './login-screen.module.css';

const text = registrationTexts.invitation;

function Registration({ token, invitation }: { token: string; invitation: FoundInvitationResponse }) {
  const { remember, checkbox } = useRememberMe();
  const hasProviders = useProviders().length > 0;
  const { email, invited_by_name, role_display_name } = invitation;
  const isInvited = invited_by_name !== null && role_display_name !== null;
  return (
    <div className={classes.screen}>
      <div className={classes.panel}>
        <h1 tabIndex={-1} className={classes.title}>
          {text.title}
        </h1>
        <p className={classes.description}>
          {isInvited ? text.invitedBy({ inviter: invited_by_name, role: role_display_name }) : text.requested}
        </p>
        <RegisterForm remember={remember} checkbox={checkbox} invitation={{ token, email }} />
        {hasProviders && (
          <>
            <p className={classes.or}>{userTexts.auth.or}</p>
            <div className={classes.alternatives}>
              <ProviderButtons shouldRemember={remember} />
            </div>
          </>
        )}
      </div>
    </div>
  );
}

function InvitationLoader({ token }: { token: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => findInvitation({ token }, { signal }),
    // The registration uses it up.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (data) return <Registration token={token} invitation={data} />;
  if (hasCode(error, 'link_expired'))
    return (
      <StateView shouldFocus level={1} icon={<IconMailOff size={24} />} title={text.invalidTitle} text={text.invalid}>
        <ButtonLink to="/login" variant="default">
          {text.toLogin}
        </ButtonLink>
      </StateView>
    );
  if (error) return <LoadError error={error} title={text.failed} onRetry={() => void refetch()} />;
  return (
    <div className={classes.screen}>
      <div className={classes.panel}>
        <Skeleton>
          <SkeletonItem width="12rem" height="1.75rem" />
          <SkeletonItem width="100%" height="20rem" />
        </Skeleton>
      </div>
    </div>
  );
}

/** The target of the links in invitations, and of those to register. */
export function InvitationScreen() {
  const token = useUrlFragment().get('token');
  const { data: user } = useQuery(currentUserQuery);
  usePageTitle(text.pageTitle);
  if (user) return <Navigate to="/" replace />;
  if (token) return <InvitationLoader key={token} token={token} />;
  return (
    <StateView level={1} icon={<IconLinkOff size={24} />} title={text.noTokenTitle} text={text.noToken}>
      <ButtonLink to="/login" variant="default">
        {text.toLogin}
      </ButtonLink>
    </StateView>
  );
}
