import { expect, jest, test } from '@jest/globals';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { getUniqueItems } from '../cursor-pages';

/** The ids of all items on the fake server, newest first. */
let storedIds = Array.from({ length: 60 }, (_, index) => 60 - index);

// Imitates the server's paging, see keyset.int-spec.ts.
function respond(path: string) {
  const query = new URL(path, 'http://hub').searchParams;
  const [limit, cursor] = [Number(query.get('limit')), query.get('cursor')];
  const rest = storedIds.filter((id) => !cursor || id < Number(cursor));
  const items = rest.slice(0, limit).map((id) => ({ id: String(id) }));
  const nextCursor = rest.length > limit ? items.at(-1)?.id : undefined;
  return { items, total: storedIds.length, capped: false, nextCursor };
}
jest.unstable_mockModule('../../api/client', () => ({ requestPage: (path: string) => Promise.resolve(respond(path)) }));

const { createListQuery } = await import('./list-query');
const toUrl = (params: object) => `/items?${new URLSearchParams(JSON.parse(JSON.stringify(params)) as never)}`;

async function open() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const observer = new InfiniteQueryObserver(client, createListQuery(['items'], toUrl)({}));
  observer.subscribe(() => undefined);
  await observer.refetch();
  const pages = () => observer.getCurrentResult().data?.pages ?? [];
  return { observer, ids: () => pages().flatMap(({ items }) => items.map(({ id }) => Number(id))) };
}

test('items that are added or deleted meanwhile neither repeat nor skip others', async () => {
  const { observer, ids } = await open();
  const kept = storedIds.filter((id) => id !== 50 && id !== 20);
  storedIds = [62, 61, ...kept];
  await observer.fetchNextPage();
  await observer.fetchNextPage();
  expect(ids()).toEqual([...kept, 50].toSorted((a, b) => b - a));
  expect(observer.getCurrentResult().hasNextPage).toBe(false);
  // A refetch follows the cursors again from the first page.
  await observer.refetch();
  expect(ids()).toEqual(storedIds);
});

test('an item on two pages is shown once, in its first place', () => {
  const pages = [
    [
      { id: 'a', views: 1 },
      { id: 'b', views: 1 },
    ],
    [
      { id: 'a', views: 2 },
      { id: 'c', views: 2 },
    ],
  ];
  expect(getUniqueItems(pages, ({ id }) => id)).toEqual([
    { id: 'a', views: 2 },
    { id: 'b', views: 1 },
    { id: 'c', views: 2 },
  ]);
});
