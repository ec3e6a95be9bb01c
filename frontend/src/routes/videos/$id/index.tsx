import { createFileRoute, notFound } from '@tanstack/react-router';
import { lazy } from 'react';
import { hasStatus } from '../../../api/problem';
import { VideoScreen } from '../../../features/videos/detail/video-screen';
import { VideoNotFound } from '../../../features/videos/detail/video-not-found';
import { VideoSkeleton } from '../../../features/videos/detail/video-skeleton';
import { createSearchParser, textParam } from '../../../lib/search-params';
import { parseUrlTime } from '../../../lib/time';
import { preloadContent } from '../../../features/markdown/load-content';
import { neighboursQuery } from '../../../shared/content/page-queries';
import { loadQuery } from '../../../shared/query-client';
import { viewedVideoQuery } from '../../../shared/content/video-cache';

const LinkedThreads = lazy(() => import('../../../features/forum/linked/linked-threads'));
const DiscussButton = lazy(() => import('../../../features/forum/linked/discuss-button'));

export const Route = createFileRoute('/videos/$id/')({
  /** The time to begin at. Read by the screen, so that times are not part of every first load. */
  validateSearch: createSearchParser({ t: textParam }),
  loader: async ({ context: { queryClient }, params }) => {
    try {
      const [video] = await Promise.all([loadQuery(queryClient, viewedVideoQuery(params.id)), preloadContent()]);
      // The layout depends on it.
      if (video.category) await queryClient.prefetchQuery(neighboursQuery('video', video.id));
    } catch (error) {
      throw hasStatus(error, 404) ? notFound() : error;
    }
  },
  component: Video,
  pendingComponent: VideoSkeleton,
  notFoundComponent: VideoNotFound,
});

function Video() {
  return (
    <VideoScreen
      id={Route.useParams().id}
      time={parseUrlTime(Route.useSearch().t)}
      renderThreads={(video, getSecond) => (
        <LinkedThreads key={video.id} item={{ ...video, kind: 'video', getSecond }} />
      )}
      renderDiscuss={(video, getSecond) => (
        <DiscussButton item={{ ...video, kind: 'video', getSecond }} variant="subtle" />
      )}
    />
  );
}
