import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isAlwaysPublicPage } from '@hub/shared/pages';
import { type Permission } from '@hub/shared/permissions';
import { onSessionEnded } from '../../api/client';
import type { OwnUserResponse } from '../../api/generated/model/ownUserResponse';
import { getGetMeQueryKey, getMe } from '../../api/generated/reading/reading';
import { clearPreloads, hasPreload } from '../../api/preload';
import { hasStatus } from '../../api/problem';
import { requestSignIn } from './sign-in-request';
import { getSiteSettings, setSiteSettings, useSiteSettings } from '../../lib/site-settings';
import { onTokenChangedElsewhere, readToken, removeToken, storeToken } from '../../api/token';

/** Without a token the user is a guest, unless the server recognized the cookie when it rendered the page. */
let isKnownByCookie = hasPreload('/auth/me');

async function fetchCurrentUser(signal: AbortSignal): Promise<OwnUserResponse | null> {
  if (readToken() === null && !isKnownByCookie) return null;
  try {
    // A preloaded `null` is a guest.
    const user = (await getMe({ signal })) as OwnUserResponse | null;
    isKnownByCookie = user !== null;
    return user;
  } catch (error) {
    if (!hasStatus(error, 401)) throw error;
    isKnownByCookie = false;
    return null;
  }
}

export const currentUserQuery = queryOptions({
  queryKey: getGetMeQueryKey(),
  queryFn: ({ signal }) => fetchCurrentUser(signal),
  staleTime: 60_000,
});

/** The user whose session ended while the page was open, in this tab or another one. */
let formerUserId: string | undefined;

/** `unknown`: the server did not respond, so the user is neither signed in nor signed out. */
type Session =
  | { state: 'loading' | 'guest' | 'unknown'; user: null; retry: () => void }
  | { state: 'member'; user: OwnUserResponse; retry: () => void };

export function useSession(): Session {
  const { data, isPending, refetch } = useQuery(currentUserQuery);
  const retry = () => void refetch();
  if (data) return { state: 'member', user: data, retry };
  if (data === null) return { state: 'guest', user: null, retry };
  return { state: isPending ? 'loading' : 'unknown', user: null, retry };
}

/**
 * Whether the user is a guest of a private hub, who can open nothing but the sign-in page. A former user keeps the page
 * with its links, which lead to the sign-in page and from there back: there may be text on it.
 */
export function useIsClosed(): boolean {
  const { isPrivate } = useSiteSettings();
  const { state } = useSession();
  // Unknown: without a connection, members read what is kept on their device.
  return isPrivate && formerUserId === undefined && (state === 'guest' || state === 'loading');
}

/** Whether the user is a guest, to whom a private hub does not show the page. Waits for no request of guests. */
export async function isClosedPage(queryClient: QueryClient, pathname: string): Promise<boolean> {
  if (!getSiteSettings().isPrivate || isAlwaysPublicPage(pathname) || readToken() !== null) return false;
  return (await queryClient.ensureQueryData(currentUserQuery).catch(() => undefined)) === null;
}

/** What a screen asks of its user: a permission, or to be in a group that moderates a category. */
export type Requirement = Permission | 'moderates_categories';

export const meetsRequirement = (
  user: Pick<OwnUserResponse, 'permissions' | 'moderates_categories'> | null,
  requirement: Requirement,
): boolean =>
  (requirement === 'moderates_categories' ? user?.moderates_categories : user?.permissions.includes(requirement)) ??
  false;

/** Whether the user meets one of the requirements. */
export function useCan(...requirements: readonly Requirement[]): boolean {
  const { user } = useSession();
  return requirements.some((each) => meetsRequirement(user, each));
}

/** For loaders: whether to request what one of the requirements gives access to. */
export async function hasPermission(queryClient: QueryClient, ...requirements: Requirement[]): Promise<boolean> {
  const user = await queryClient.ensureQueryData(currentUserQuery).catch(() => null);
  return requirements.some((each) => meetsRequirement(user, each));
}

export const isCurrentUserQuery = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  queryKey.join() === currentUserQuery.queryKey.join();

const isNotMeQuery = (query: { queryKey: readonly unknown[] }) => !isCurrentUserQuery(query);

/** Signs a user in and clears everything the previous user could see. */
export function startSession(queryClient: QueryClient, user: OwnUserResponse, token: string): void {
  formerUserId = undefined;
  storeToken(token);
  queryClient.setQueryData(currentUserQuery.queryKey, user);
  queryClient.removeQueries({ predicate: isNotMeQuery });
}

/** Signs the user in who was signed out on this page. What the page shows stays, and the caller refetches it. */
export function resumeSession(queryClient: QueryClient, user: OwnUserResponse, token: string): void {
  formerUserId = undefined;
  storeToken(token);
  queryClient.setQueryData(currentUserQuery.queryKey, user);
}

/** Updates the current user and refetches what others see of them. */
export function updateCurrentUser(queryClient: QueryClient, user: OwnUserResponse): void {
  queryClient.setQueryData(currentUserQuery.queryKey, user);
  void queryClient.invalidateQueries({ predicate: isNotMeQuery });
}

export function endSession(queryClient: QueryClient): void {
  formerUserId = undefined;
  removeToken();
  clearPreloads();
  isKnownByCookie = false;
  queryClient.setQueryData(currentUserQuery.queryKey, null);
  queryClient.removeQueries({ predicate: (query) => isNotMeQuery(query) && !query.isActive() });
  void queryClient.resetQueries({ predicate: isNotMeQuery });
}

/** Syncs the session with other tabs and with responses of the server. */
export function useSessionSync(): void {
  const queryClient = useQueryClient();
  const router = useRouter();

  useEffect(
    () =>
      onSessionEnded(({ isHubPrivate }) => {
        formerUserId = queryClient.getQueryData(currentUserQuery.queryKey)?.id ?? formerUserId;
        queryClient.setQueryData(currentUserQuery.queryKey, null);
        // An old token at the start of the page is no interruption.
        if (formerUserId !== undefined) requestSignIn({ reason: 'expired', formerUserId });
        if (!isHubPrivate) return;
        // The page may be older than the setting.
        setSiteSettings({ ...getSiteSettings(), isPrivate: true });
        // Leads guests to the sign-in page; former users may have text on this one.
        if (formerUserId === undefined) void router.invalidate();
      }),
    [queryClient, router],
  );

  useEffect(
    () =>
      onTokenChangedElsewhere(() => {
        // If the session has ended, the next request that needs it asks to sign in.
        const user = queryClient.getQueryData(currentUserQuery.queryKey);
        formerUserId = readToken() === null ? (user?.id ?? formerUserId) : undefined;
        // Every response may differ for the new user, so all queries are refetched.
        void queryClient.invalidateQueries();
      }),
    [queryClient],
  );
}
