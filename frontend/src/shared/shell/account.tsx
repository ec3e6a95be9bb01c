import { lazy, type ReactNode } from 'react';
import { messages } from '../../messages/en';
import { Avatar } from '../../ui/avatar';
import { ButtonLink } from '../../ui/button-link';
import { useSession } from '../session/session';
import { LazyBoundary } from '../../ui/lazy-boundary';
import { ThemeButton } from './theme-button';
import classes from './shell.module.css';

const UserMenu = lazy(() => import('./user-menu'));

/** The end of the header: the user menu, or the sign-in link. */
export function AccountMenu({ bell }: { bell: (userId: string) => ReactNode }) {
  const { state, user } = useSession();
  if (state === 'loading') return <span className={classes.accountSlot} />;
  if (user) {
    const bellPlace = <span className={classes.bellSlot} />;
    const avatar = <Avatar name={user.name} src={user.avatar_url} />;
    return (
      <>
        <LazyBoundary fallback={bellPlace} errorFallback={bellPlace}>
          {bell(user.id)}
        </LazyBoundary>
        <LazyBoundary fallback={avatar} errorFallback={avatar}>
          <UserMenu user={user} />
        </LazyBoundary>
      </>
    );
  }
  return (
    <>
      <ThemeButton />
      <ButtonLink to="/login">{messages.nav.login}</ButtonLink>
    </>
  );
}
