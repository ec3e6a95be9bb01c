import { usePageTitle } from '../../lib/use-page-title';
import { useSession } from '../../shared/session/session';
import { CategoryLinks } from './category-links';
import { GuestWelcome } from './guest-welcome';
import { MemberWelcome } from './member-welcome';
import { RecentDocuments } from './recent-documents';
import classes from './home.module.css';

export function HomeScreen() {
  const { user } = useSession();
  usePageTitle();
  return (
    <div className={classes.screen}>
      {user ? <MemberWelcome user={user} /> : <GuestWelcome />}
      <RecentDocuments />
      <CategoryLinks />
    </div>
  );
}
