import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { getGetUserProfileQueryKey, getUserProfile } from '../../api/generated/profile/profile';
import { hasStatus } from '../../api/problem';

export function personQuery(id: string) {
  return queryOptions({
    queryKey: getGetUserProfileQueryKey(id),
    queryFn: ({ signal }) => getUserProfile(id, { signal }),
  });
}

/** For the routes of a person's page; both addresses load the same. */
export async function loadPerson(queryClient: QueryClient, id: string): Promise<void> {
  try {
    await queryClient.ensureQueryData(personQuery(id));
  } catch (error) {
    throw hasStatus(error, 404) ? notFound() : error;
  }
}
