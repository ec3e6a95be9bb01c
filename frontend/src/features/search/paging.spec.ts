import { expect, jest, test } from '@jest/globals';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';

const sent: object[] = [];
let last = Number.POSITIVE_INFINITY;
jest.unstable_mockModule('../../api/generated/search/search', () => ({
  searchContent: (body: { cursor?: string }) => {
    sent.push(body);
    const page = Number(body.cursor ?? '0') + 1;
    const results = [{ type: 'document', id: String(page) }];
    return Promise.resolve({ results, next_cursor: page < last ? String(page) : null });
  },
}));

const { searchQuery } = await import('./queries');
const { MAX_PAGES } = await import('./search-params');

async function open(q: string) {
  const observer = new InfiniteQueryObserver(new QueryClient(), searchQuery({ q }));
  observer.subscribe(() => undefined);
  await observer.refetch();
  return observer;
}

test('results continue by the cursor of the page before, with the same query', async () => {
  last = 2;
  const observer = await open('backup');
  sent.length = 0;
  await observer.fetchNextPage();
  expect(sent).toEqual([expect.objectContaining({ query: 'backup', cursor: '1' })]);
  expect(observer.getCurrentResult().hasNextPage).toBe(false);
});

test('there is a last page', async () => {
  last = Number.POSITIVE_INFINITY;
  const observer = await open('backup');
  for (let page = 1; page < MAX_PAGES; page++) await observer.fetchNextPage();
  expect(observer.getCurrentResult().hasNextPage).toBe(false);
});
