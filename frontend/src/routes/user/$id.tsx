import { createFileRoute } from '@tanstack/react-router';
import { PublicProfileScreen } from '../../features/profile/public/public-profile-screen';
import { PublicProfileSkeleton } from '../../features/profile/public/public-profile-skeleton';
import { UserNotFound } from '../../features/profile/public/user-not-found';
import { loadPublicProfile } from '../../features/profile/queries';

export const Route = createFileRoute('/user/$id')({
  loader: ({ context: { queryClient }, params }) => loadPublicProfile(queryClient, params.id),
  component: UserProfile,
  pendingComponent: PublicProfileSkeleton,
  notFoundComponent: UserNotFound,
});

function UserProfile() {
  return <PublicProfileScreen id={Route.useParams().id} />;
}
