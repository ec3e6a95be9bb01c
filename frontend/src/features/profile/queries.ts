import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { getGetUserProfileQueryKey, getUserProfile } from '../../api/generated/profile/profile';
import { hasStatus } from '../../api/problem';
import { activityQuery } from './activity/queries';

export function publicProfileQuery(id: string) {
  return queryOptions({
    queryKey: getGetUserProfileQueryKey(id),
    queryFn: ({ signal }) => getUserProfile(id, { signal }),
  });
}

/** Shared by both routes of the public profile. */
export async function loadPublicProfile(queryClient: QueryClient, id: string): Promise<void> {
  // Not awaited: it has its own skeleton and errors.
  void queryClient.prefetchInfiniteQuery(activityQuery(id));
  try {
    await queryClient.ensureQueryData(publicProfileQuery(id));
  } catch (error) {
    throw hasStatus(error, 404) ? notFound() : error;
  }
}
