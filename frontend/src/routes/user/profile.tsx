import { createFileRoute } from '@tanstack/react-router';
import { OwnProfileScreen } from '../../features/profile/own-profile-screen';
import { profileSearch } from '../../features/profile/search-params';
import { ScreenSkeleton } from '../../ui/skeleton';
import { Protected } from '../../shared/access/protected';

export const Route = createFileRoute('/user/profile')({ validateSearch: profileSearch, component: OwnProfile });

function OwnProfile() {
  const { tab } = Route.useSearch();
  return <Protected pending={<ScreenSkeleton />}>{(user) => <OwnProfileScreen user={user} tab={tab} />}</Protected>;
}
