import { createFileRoute } from '@tanstack/react-router';
import { FormSkeleton } from '../../features/editing/form-skeleton';
import { CreateVideoScreen } from '../../features/videos/form/create-video-screen';
import { Protected } from '../../shared/access/protected';
import { categoriesQuery } from '../../shared/categories/queries';

export const Route = createFileRoute('/videos/create')({
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(categoriesQuery),
  component: CreateVideo,
  pendingComponent: FormSkeleton,
});

function CreateVideo() {
  return (
    <Protected permission="content.create" pending={<FormSkeleton />}>
      <CreateVideoScreen />
    </Protected>
  );
}
