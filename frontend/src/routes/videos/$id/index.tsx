import { createFileRoute, notFound } from '@tanstack/react-router';
import { hasStatus } from '../../../api/problem';
import { VideoScreen } from '../../../features/videos/detail/video-screen';
import { VideoNotFound } from '../../../features/videos/detail/video-not-found';
import { VideoSkeleton } from '../../../features/videos/detail/video-skeleton';
import { createSearchParser, timeParam } from '../../../lib/search-params';
import { loadQuery } from '../../../shared/query-client';
import { videoQuery } from '../../../shared/videos/video-cache';

export const Route = createFileRoute('/videos/$id/')({
  /** The time to begin at. */
  validateSearch: createSearchParser({ t: timeParam }),
  loader: async ({ context: { queryClient }, params }) => {
    try {
      await loadQuery(queryClient, videoQuery(params.id));
    } catch (error) {
      throw hasStatus(error, 404) ? notFound() : error;
    }
  },
  component: Video,
  pendingComponent: VideoSkeleton,
  notFoundComponent: VideoNotFound,
});

function Video() {
  return <VideoScreen id={Route.useParams().id} time={Route.useSearch().t} />;
}
