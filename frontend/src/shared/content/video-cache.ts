import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { VideoResponse } from '../../api/generated/model/videoResponse';
import { getGetVideoQueryKey, getListVideosQueryKey, getVideo } from '../../api/generated/videos/videos';
import { refreshContentLists } from './content-lists';

/** The key prefix of all video queries. */
export const VIDEOS_KEY = getListVideosQueryKey();

const POLL_MS = 2000;

/**
 * For forms and previews; it does not count as a view. Refetched while the video is processed, so that its author sees
 * the progress.
 */
export function videoQuery(idOrSlug: string) {
  return queryOptions({
    queryKey: getGetVideoQueryKey(idOrSlug),
    queryFn: ({ signal }) => getVideo(idOrSlug, { count_view: false }, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.processing || data?.status === 'PROCESSING' ? POLL_MS : false),
  });
}

/** For the video's own screen: the same cache entry as {@link videoQuery}, but a fetch counts as a view. */
export function viewedVideoQuery(idOrSlug: string) {
  return queryOptions({
    ...videoQuery(idOrSlug),
    queryFn: ({ signal }) => getVideo(idOrSlug, undefined, { signal }),
  });
}

/** Caches a saved video under its id and slug and invalidates all lists. */
export async function updateVideoCache(queryClient: QueryClient, video: VideoResponse): Promise<void> {
  queryClient.setQueryData(videoQuery(video.id).queryKey, video);
  queryClient.setQueryData(videoQuery(video.slug).queryKey, video);
  await refreshVideoLists(queryClient);
}

export async function refreshVideoLists(queryClient: QueryClient): Promise<void> {
  await refreshContentLists(queryClient, VIDEOS_KEY);
}
