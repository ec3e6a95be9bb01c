import { createFileRoute } from '@tanstack/react-router';
import { FormSkeleton } from '../../../features/editing/form-skeleton';
import { EditVideoScreen } from '../../../features/videos/form/edit-video-screen';
import { Protected } from '../../../shared/access/protected';
import { categoriesQuery } from '../../../shared/categories/queries';
import { hasPermission } from '../../../shared/session/session';
import { videoQuery } from '../../../shared/content/video-cache';

export const Route = createFileRoute('/videos/$id/edit')({
  loader: async ({ context: { queryClient }, params, preload }) => {
    await queryClient.ensureQueryData(categoriesQuery);
    if (!(await hasPermission(queryClient, 'content.create'))) return;
    // Refetched on opening, because the form is based on the version it shows; the screen handles failures.
    await queryClient.prefetchQuery({ ...videoQuery(params.id), staleTime: preload ? 30_000 : 0 });
  },
  component: EditVideo,
  pendingComponent: FormSkeleton,
});

function EditVideo() {
  return (
    <Protected permission="content.create" pending={<FormSkeleton />}>
      <EditVideoScreen id={Route.useParams().id} />
    </Protected>
  );
}
