import { createFileRoute } from '@tanstack/react-router';
import { PersonNotFound } from '../../../features/profile/public/person-not-found';
import { PersonScreen } from '../../../features/profile/public/person-screen';
import { PersonSkeleton } from '../../../features/profile/public/person-skeleton';
import { loadPerson } from '../../../features/profile/queries';

/** The address that forum posts link to; the same page as `/user/{id}`. */
export const Route = createFileRoute('/users/$id/profile')({
  loader: ({ context: { queryClient }, params }) => loadPerson(queryClient, params.id),
  component: Person,
  pendingComponent: PersonSkeleton,
  notFoundComponent: PersonNotFound,
});

function Person() {
  return <PersonScreen id={Route.useParams().id} />;
}
