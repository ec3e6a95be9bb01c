import { lazy, type ReactNode } from 'react';
import { messages } from '../../messages/en';
import { Avatar } from '../../ui/avatar';
import { ButtonLink } from '../../ui/button-link';
import { useSession } from '../session/session';
import { Part } from '../../ui/part';
import { ThemeButton } from './theme-button';
import classes from './shell.module.css';

const UserMenu = lazy(() => import('./user-menu'));

/** The end of the header: who is here, or the way in. */
export function Account({ bell }: { bell: (userId: string) => ReactNode }) {
  const { state, user } = useSession();
  if (state === 'loading') return <span className={classes.accountPlace} />;
  if (user) {
    const bellPlace = <span className={classes.bellPlace} />;
    const picture = <Avatar name={user.name} src={user.avatar_url} />;
    return (
      <>
        <Part waiting={bellPlace} missing={bellPlace}>
          {bell(user.id)}
        </Part>
        <Part waiting={picture} missing={picture}>
          <UserMenu user={user} />
        </Part>
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
