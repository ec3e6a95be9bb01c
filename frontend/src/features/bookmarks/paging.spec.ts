import { expect, jest, test } from '@jest/globals';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';

/** The ids of all bookmarks on the fake server, latest first. */
let storedIds = Array.from({ length: 50 }, (_, index) => 50 - index);

// Imitates the server's paging, see bookmarks.int-spec.ts.
function respond(path: string) {
  const query = new URL(path, 'http://hub').searchParams;
  const [limit, cursor] = [Number(query.get('limit')), query.get('cursor')];
  const rest = storedIds.filter((id) => !cursor || id < Number(cursor));
  const items = rest
    .slice(0, limit)
    .map((id) => ({ id: String(id), content: { id: `c${id}`, bookmark_count: 1, like_count: 0 } }));
  return {
    items,
    total: storedIds.length,
    capped: false,
    nextCursor: rest.length > limit ? items.at(-1)?.id : undefined,
  };
}
jest.unstable_mockModule('../../api/client', () => ({
  request: () => Promise.reject(new Error('unexpected request')),
  requestNamedPage: (path: string) => Promise.resolve(respond(path)),
}));

const { bookmarksQuery, updateBookmarkCache } = await import('./queries');

test('removed bookmarks stay until a refetch, and no later ones are skipped', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const observer = new InfiniteQueryObserver(client, bookmarksQuery(undefined));
  observer.subscribe(() => undefined);
  await observer.refetch();
  const pages = () => observer.getCurrentResult().data?.pages ?? [];
  const items = () => pages().flatMap((page) => page.items);
  for (const id of [50, 40, 27]) {
    storedIds = storedIds.filter((each) => each !== id);
    updateBookmarkCache(client, { content_id: `c${id}`, like_count: 2, bookmark_count: 0 }, -1);
  }
  expect([pages().at(-1)?.total, items()[0]?.content]).toEqual([47, { id: 'c50', like_count: 2, bookmark_count: 0 }]);
  await observer.fetchNextPage();
  await observer.fetchNextPage();
  expect(items().map(({ id }) => Number(id))).toEqual(Array.from({ length: 50 }, (_, index) => 50 - index));
  expect([pages().at(-1)?.total, observer.getCurrentResult().hasNextPage]).toEqual([47, false]);
});
