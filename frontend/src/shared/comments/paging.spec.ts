import { beforeEach, expect, jest, test } from '@jest/globals';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import type { CommentResponse } from '../../api/generated/model/commentResponse';

/** The comments that there are, the newest first. */
let there: number[] = [];

// As the server answers, see comments.int-spec.ts there.
function answer(path: string) {
  const query = new URL(path, 'http://hub').searchParams;
  const [limit, before, after] = [Number(query.get('limit')), query.get('before'), query.get('after')];
  const newer = after ? there.filter((id) => id > Number(after)) : [];
  const older = there.filter((id) => !before || id < Number(before));
  const shown = after ? newer.slice(-limit) : older.slice(0, limit);
  return {
    items: shown.map((id) => ({ id: String(id) })),
    total: there.length,
    capped: false,
    hasNext: after ? shown.length > 0 : older.length > limit,
    hasPrevious: after ? newer.length > limit : Boolean(before),
  };
}
jest.unstable_mockModule('../../api/client', () => ({
  request: () => Promise.reject(new Error('not asked here')),
  requestPage: (path: string) => Promise.resolve(answer(path)),
}));

const { commentsQuery } = await import('./queries');
const { addComment, dropComment } = await import('./writing/changes');

const subject = { kind: 'document', id: 'd1' } as const;
const downFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first - index);

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  there = downFrom(25, 25);
});

async function open() {
  const observer = new InfiniteQueryObserver(client, commentsQuery(subject));
  observer.subscribe(() => undefined);
  await observer.refetch();
  const pages = () => observer.getCurrentResult().data?.pages ?? [];
  return {
    observer,
    ids: () => pages().flatMap(({ items }) => items.map(({ id }) => Number(id))),
    total: () => pages().at(-1)?.total,
  };
}

function remove(id: number): void {
  there = there.filter((each) => each !== id);
  dropComment(client, subject, String(id));
}

test('after some are deleted the older ones follow, none left out', async () => {
  const { observer, ids, total } = await open();
  for (const id of [25, 24, 6]) remove(id);
  expect(total()).toBe(22);
  await observer.fetchNextPage();
  expect(ids()).toEqual(there);
  expect([total(), observer.getCurrentResult().hasNextPage]).toEqual([22, false]);
});

test('after all that are shown are deleted there is still the way to the others', async () => {
  const { observer, ids } = await open();
  for (const id of downFrom(25, 20)) remove(id);
  expect([ids(), observer.getCurrentResult().hasNextPage]).toEqual([[], true]);
  await observer.fetchNextPage();
  expect(ids()).toEqual([5, 4, 3, 2, 1]);
});

test('what others write or delete meanwhile makes none come twice or not at all', async () => {
  const { observer, ids } = await open();
  there = [27, 26, ...there.filter((id) => id !== 20)];
  await observer.fetchNextPage();
  expect(ids()).toEqual(downFrom(25, 25));
  await observer.refetch();
  expect(ids()).toEqual(there);
});

test('one’s own new one stands first', async () => {
  const { ids, total } = await open();
  there = [26, ...there];
  addComment(client, subject, { id: '26' } as CommentResponse);
  expect([ids()[0], total()]).toEqual([26, 26]);
});
