import { createFileRoute } from '@tanstack/react-router';
import { OwnProfileScreen } from '../../features/profile/own-profile-screen';
import { profileSearch } from '../../features/profile/search-params';
import { ScreenSkeleton } from '../../shared/errors/screen-skeleton';
import { SignedIn } from '../../shared/access/signed-in';

export const Route = createFileRoute('/user/profile')({ validateSearch: profileSearch, component: OwnProfile });

function OwnProfile() {
  const { tab } = Route.useSearch();
  return <SignedIn pending={<ScreenSkeleton />}>{(user) => <OwnProfileScreen user={user} tab={tab} />}</SignedIn>;
}
