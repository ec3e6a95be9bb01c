import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { getGetMeQueryKey, getMe } from '../../api/generated/reading/reading';
import type { OwnUserResponse } from '../../api/generated/model/ownUserResponse';
import { dropPreloaded, hasPreloaded } from '../../api/preload';
import { hasStatus } from '../../api/problem';
import { dropToken, readToken, storeToken } from '../../api/token';

/** Without a token there is nobody to ask for, unless the server, writing the page, knew the person by their cookie. */
let knownByCookie = hasPreloaded('/auth/me');

async function loadMe(signal: AbortSignal): Promise<OwnUserResponse | null> {
  if (readToken() === null && !knownByCookie) return null;
  try {
    // A preloaded `null` is a guest.
    const user = (await getMe({ signal })) as OwnUserResponse | null;
    knownByCookie = user !== null;
    return user;
  } catch (error) {
    if (!hasStatus(error, 401)) throw error;
    knownByCookie = false;
    return null;
  }
}

export const meQuery = queryOptions({
  queryKey: getGetMeQueryKey(),
  queryFn: ({ signal }) => loadMe(signal),
  staleTime: 60_000,
});

/** `unknown`: the server could not say, which is neither signed in nor signed out. */
export type Session =
  | { state: 'loading' | 'guest' | 'unknown'; user: null; retry: () => void }
  | { state: 'member'; user: OwnUserResponse; retry: () => void };

export function useSession(): Session {
  const { data, isPending, refetch } = useQuery(meQuery);
  const retry = () => void refetch();
  if (data) return { state: 'member', user: data, retry };
  if (data === null) return { state: 'guest', user: null, retry };
  return { state: isPending ? 'loading' : 'unknown', user: null, retry };
}

export function useCan(permission: string): boolean {
  return useSession().user?.permissions.includes(permission) ?? false;
}

/** For loaders: whether it makes sense to ask for what the permission protects. */
export async function can(queryClient: QueryClient, permission: string): Promise<boolean> {
  const user = await queryClient.ensureQueryData(meQuery).catch(() => null);
  return user?.permissions.includes(permission) ?? false;
}

const isNotMe = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.join() !== meQuery.queryKey.join();

/** Puts a person in place. What the last one could see is forgotten. */
export function startSession(queryClient: QueryClient, user: OwnUserResponse, token: string): void {
  storeToken(token);
  queryClient.setQueryData(meQuery.queryKey, user);
  queryClient.removeQueries({ predicate: isNotMe });
}

/** What the server now knows of the person; what others see of them is asked again. */
export function updateMe(queryClient: QueryClient, user: OwnUserResponse): void {
  queryClient.setQueryData(meQuery.queryKey, user);
  void queryClient.invalidateQueries({ predicate: isNotMe });
}

export function endSession(queryClient: QueryClient): void {
  dropToken();
  dropPreloaded();
  knownByCookie = false;
  queryClient.setQueryData(meQuery.queryKey, null);
  queryClient.removeQueries({ predicate: (query) => isNotMe(query) && !query.isActive() });
  void queryClient.resetQueries({ predicate: isNotMe });
}
