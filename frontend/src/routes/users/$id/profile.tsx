import { createFileRoute } from '@tanstack/react-router';
import { PublicProfileScreen } from '../../../features/profile/public/public-profile-screen';
import { PublicProfileSkeleton } from '../../../features/profile/public/public-profile-skeleton';
import { UserNotFound } from '../../../features/profile/public/user-not-found';
import { loadPublicProfile } from '../../../features/profile/queries';

/** The profile address used by forum posts; the same page as `/user/{id}`. */
export const Route = createFileRoute('/users/$id/profile')({
  loader: ({ context: { queryClient }, params }) => loadPublicProfile(queryClient, params.id),
  component: UserProfile,
  pendingComponent: PublicProfileSkeleton,
  notFoundComponent: UserNotFound,
});

function UserProfile() {
  return <PublicProfileScreen id={Route.useParams().id} />;
}
