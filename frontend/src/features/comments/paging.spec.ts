import { beforeEach, expect, jest, test } from '@jest/globals';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import type { CommentOrder } from '../../api/generated/model/commentOrder';
import type { CommentResponse } from '../../api/generated/model/commentResponse';

/** The ids of all comments on the fake server, newest first. */
let storedIds: number[] = [];

// Imitates the server's paging, see comments.int-spec.ts.
function respond(path: string) {
  const isOldestFirst = path.includes('order=oldest');
  const query = new URL(path, 'http://hub').searchParams;
  const [limit, before, after] = [Number(query.get('limit')), query.get('before'), query.get('after')];
  const newer = after ? storedIds.filter((id) => id > Number(after)) : [];
  const older = storedIds.filter((id) => !before || id < Number(before));
  if (isOldestFirst) {
    const all = storedIds.toReversed().filter((id) => !after || id > Number(after));
    return toResponse(all.slice(0, limit), all.length > limit, Boolean(after));
  }
  const page = after ? newer.slice(-limit) : older.slice(0, limit);
  return toResponse(
    page,
    after ? page.length > 0 : older.length > limit,
    after ? newer.length > limit : Boolean(before),
  );
}

const toResponse = (page: number[], hasNext: boolean, hasPrevious: boolean) => ({
  items: page.map((id) => createThread(String(id))),
  total: storedIds.length,
  capped: false,
  hasNext,
  hasPrevious,
});

const createThread = (id: string) => ({
  id,
  comment: { id, root_id: null } as CommentResponse,
  reply_count: 0,
  replies_before: 0,
  replies: [] as CommentResponse[],
});

jest.unstable_mockModule('../../api/client', () => ({
  request: () => Promise.reject(new Error('unexpected request')),
  requestPage: (path: string) => Promise.resolve(respond(path)),
}));

const { commentsQuery } = await import('./queries');
const { addComment, addReply, removeComment } = await import('./writing/comment-cache');

const subject = { kind: 'document', id: 'd1' } as const;
const downFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first - index);

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  storedIds = downFrom(25, 25);
});

async function open(order: CommentOrder = 'newest') {
  const observer = new InfiniteQueryObserver(client, commentsQuery(subject, order));
  observer.subscribe(() => undefined);
  await observer.refetch();
  const pages = () => observer.getCurrentResult().data?.pages ?? [];
  return {
    observer,
    pages,
    ids: () => pages().flatMap(({ items }) => items.map(({ id }) => Number(id))),
    total: () => pages().at(-1)?.total,
  };
}

function remove(id: number): void {
  storedIds = storedIds.filter((each) => each !== id);
  removeComment(client, subject, { id: String(id), root_id: null } as CommentResponse);
}

test('no older comments are skipped after deletions', async () => {
  const { observer, ids, total } = await open();
  for (const id of [25, 24, 6]) remove(id);
  expect(total()).toBe(22);
  await observer.fetchNextPage();
  expect(ids()).toEqual(storedIds);
  expect([total(), observer.getCurrentResult().hasNextPage]).toEqual([22, false]);
});

test('the other comments remain reachable after all shown ones are deleted', async () => {
  const { observer, ids } = await open();
  for (const id of downFrom(25, 20)) remove(id);
  expect([ids(), observer.getCurrentResult().hasNextPage]).toEqual([[], true]);
  await observer.fetchNextPage();
  expect(ids()).toEqual([5, 4, 3, 2, 1]);
});

test('concurrent creations and deletions neither duplicate nor skip comments', async () => {
  const { observer, ids } = await open();
  storedIds = [27, 26, ...storedIds.filter((id) => id !== 20)];
  await observer.fetchNextPage();
  expect(ids()).toEqual(downFrom(25, 25));
  await observer.refetch();
  expect(ids()).toEqual(storedIds);
});

test('an own new comment comes first', async () => {
  const { ids, total } = await open();
  storedIds = [26, ...storedIds];
  addComment(client, subject, { id: '26' } as CommentResponse);
  expect([ids()[0], total()]).toEqual([26, 26]);
});

test('in the order of reading, an own comment comes last once the end is loaded', async () => {
  const { observer, ids } = await open('oldest');
  storedIds = [26, ...storedIds];
  addComment(client, subject, { id: '26', root_id: null } as CommentResponse);
  expect(ids()).toEqual(downFrom(20, 20).toReversed());
  await observer.fetchNextPage();
  expect(ids()).toEqual(downFrom(26, 26).toReversed());
  storedIds = [27, ...storedIds];
  addComment(client, subject, { id: '27', root_id: null } as CommentResponse);
  expect(ids().at(-1)).toBe(27);
});

test('a comment with replies remains without its text, and is removed with its last reply', async () => {
  const { pages, ids } = await open('oldest');
  const reply = { id: '100', root_id: '3' } as CommentResponse;
  await addReply(client, subject, createThread('3'), reply);
  const findThread = () => pages()[0]?.items.find(({ id }) => id === '3');
  expect(findThread()).toMatchObject({ reply_count: 1, replies: [{ id: '100' }] });
  removeComment(client, subject, { id: '3', root_id: null } as CommentResponse);
  expect(findThread()).toMatchObject({ comment: null, reply_count: 1 });
  removeComment(client, subject, reply);
  expect(ids()).not.toContain(3);
});
