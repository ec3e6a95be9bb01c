import { createFileRoute } from '@tanstack/react-router';
import { PersonNotFound } from '../../features/profile/public/person-not-found';
import { PersonScreen } from '../../features/profile/public/person-screen';
import { PersonSkeleton } from '../../features/profile/public/person-skeleton';
import { loadPerson } from '../../features/profile/queries';

export const Route = createFileRoute('/user/$id')({
  loader: ({ context: { queryClient }, params }) => loadPerson(queryClient, params.id),
  component: Person,
  pendingComponent: PersonSkeleton,
  notFoundComponent: PersonNotFound,
});

function Person() {
  return <PersonScreen id={Route.useParams().id} />;
}
