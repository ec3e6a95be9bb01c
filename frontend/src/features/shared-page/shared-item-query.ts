import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { SharedItemResponse } from '../../api/generated/model/sharedItemResponse';
import { getSharedItem, openShareLink } from '../../api/generated/sharing/sharing';
import { hasStatus } from '../../api/problem';

/** Milliseconds after which an open page asks again whether its link still works. */
const RECHECK_MS = 60_000;

const KEY = 'shared item';

/** The grant of a page that an open page of the same link lists. */
function findGrant(client: QueryClient, token: string, page: string | undefined): string | undefined {
  const opened = client.getQueriesData<SharedItemResponse>({ queryKey: [KEY, token] });
  const pages = opened.flatMap(([, item]) => item?.pages ?? []);
  return pages.find(({ id, depth }) => (page === undefined ? depth === 0 : id === page))?.grant;
}

/** A page that the link does not open is the item of the link. */
async function openPage(token: string, page: string | undefined, signal: AbortSignal): Promise<SharedItemResponse> {
  const item = await openShareLink({ token }, { signal });
  const found = item.pages.find(({ id, depth }) => id === page && depth > 0);
  return found ? getSharedItem(found.grant, { signal }) : item;
}

/**
 * What a share link opens. Later reads use the grant of the first one: they neither count as another opening nor need
 * the password, and keep the addresses of images. A grant that has ended begins anew with the link.
 * @param page id of one of the pages below; undefined for the item of the link
 */
export const sharedItemQuery = (token: string, page?: string) =>
  queryOptions({
    queryKey: [KEY, token, page ?? ''],
    queryFn: async ({ client, queryKey, signal }): Promise<SharedItemResponse> => {
      const grant = client.getQueryData<SharedItemResponse>(queryKey)?.grant ?? findGrant(client, token, page);
      if (grant !== undefined) {
        try {
          return await getSharedItem(grant, { signal });
        } catch (error) {
          if (!hasStatus(error, 404)) throw error;
        }
      }
      return openPage(token, page, signal);
    },
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.status === 'success' ? RECHECK_MS : false),
  });
