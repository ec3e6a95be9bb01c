import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { DocumentResponse } from '../../api/generated/model/documentResponse';
import type { KeptDocument } from './kept-documents';

let token: string | null;
// Node has none.
jest.unstable_mockModule('../../api/token', () => ({ readToken: () => token }));
const { findKept, GUEST, keepDocument, listKept, removeKept, removeKeptDocument, selectKept } =
  await import('./kept-documents');

const MB = 2 ** 20;
const DAY_MS = 24 * 3600_000;
const NOW = Date.parse('2026-11-27T12:00:00Z');

const createDocument = (id: string, fields: Partial<DocumentResponse> = {}) =>
  ({ id, slug: id, title: id, content: 'words', status: 'PUBLISHED', ...fields }) as DocumentResponse;

const createKept = (id: string, ageMs: number, imageBytes = 0): KeptDocument => ({
  path: `/docs/${id}`,
  document: createDocument(id),
  keptAt: new Date(NOW - ageMs).toISOString(),
  images: imageBytes ? { [`/${id}.png`]: imageBytes } : {},
});

/** What the code uses of the browser's caches. */
class MemoryCache {
  private readonly entries = new Map<string, Response>();
  keys = () => Promise.resolve([...this.entries.keys()].map((url) => new Request(url)));
  match = (key: string | Request) => Promise.resolve(this.entries.get(toUrl(key))?.clone());
  put = (key: string, response: Response) => Promise.resolve(void this.entries.set(toUrl(key), response));
  delete = (key: string | Request) => Promise.resolve(this.entries.delete(toUrl(key)));
}

const toUrl = (key: string | Request) => (typeof key === 'string' ? new URL(key, 'https://hub.example').href : key.url);

let stored: Map<string, MemoryCache>;
const open = (name: string) => {
  const cache = stored.get(name) ?? new MemoryCache();
  stored.set(name, cache);
  return Promise.resolve(cache);
};

const createImage = (bytes = 5) => new Response(new Uint8Array(bytes), { headers: { 'Content-Type': 'image/png' } });

const respond = (run: (path: string) => Response) => {
  jest.spyOn(globalThis, 'fetch').mockImplementation((path) => Promise.resolve(run(path as string)));
};

beforeEach(() => {
  stored = new Map();
  token = 'token';
  const keys = () => Promise.resolve([...stored.keys()]);
  const remove = (name: string) => Promise.resolve(stored.delete(name));
  Object.assign(globalThis, { caches: { open, keys, delete: remove } });
  let last = Promise.resolve();
  const locks = { request: (_name: string, run: () => Promise<void>) => (last = last.then(run)) };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  respond((path) => (path.endsWith('.png') ? createImage() : new Response('gone', { status: 404 })));
});
afterEach(() => {
  jest.restoreAllMocks();
});

const keep = (id: string, options: Partial<Parameters<typeof keepDocument>[0]> = {}) =>
  keepDocument({
    owner: 'ada',
    path: `/docs/${id}`,
    keptAt: new Date().toISOString(),
    images: [],
    document: createDocument(id),
    isCurrent: () => true,
    ...options,
  });

const listTitles = async () => (await listKept()).map(({ document }) => document.title);
const listPaths = async (name: string) =>
  (await stored.get(name)?.keys())?.map(({ url }) => new URL(url).pathname).toSorted();

test('the last 50 documents of 30 days and 50 MB are selected, the newest first', () => {
  const many = Array.from({ length: 60 }, (_, i) => createKept(`d${i}`, (60 - i) * 1000));
  expect(selectKept(many, NOW).map(({ document }) => document.id)).toEqual(
    Array.from({ length: 50 }, (_, i) => `d${59 - i}`),
  );
  const old = [createKept('now', 0), createKept('old', 30 * DAY_MS), createKept('recent', 30 * DAY_MS - 1)];
  expect(selectKept(old, NOW).map(({ document }) => document.id)).toEqual(['now', 'recent']);
  const large = [createKept('a', 1, 30 * MB), createKept('b', 2, 30 * MB), createKept('c', 3)];
  expect(selectKept(large, NOW).map(({ document }) => document.id)).toEqual(['a', 'c']);
  const tooLarge = [createKept('newest', 1, 51 * MB), createKept('a', 2, 30 * MB), createKept('b', 3)];
  expect(selectKept(tooLarge, NOW).map(({ document }) => document.id)).toEqual(['a', 'b']);
});

test('a document is kept with its images, and found by the address of its page', async () => {
  await keep('guide', { images: ['/files/map.png', '/files/gone'] });
  expect(await listPaths('hub-documents-ada')).toEqual(['/docs/guide', '/files/map.png']);
  expect(await findKept('guide')).toMatchObject({ document: { title: 'guide' }, images: { '/files/map.png': 5 } });
  expect(await findKept('other')).toBeUndefined();
});

test('a renamed document is kept once, and images that none needs any more are removed', async () => {
  await keep('guide', { images: ['/files/map.png'] });
  await keep('guide', { path: '/docs/new-guide' });
  expect(await listPaths('hub-documents-ada')).toEqual(['/docs/new-guide']);
});

test('an image of more than 5 MB is left out', async () => {
  respond(() => createImage(5 * MB + 1));
  await keep('guide', { images: ['/files/large.png'] });
  expect(await listPaths('hub-documents-ada')).toEqual(['/docs/guide']);
});

test('of many large images the first ones are kept, and other documents stay', async () => {
  await keep('other');
  respond(() => createImage(4.9 * MB));
  await keep('guide', { images: Array.from({ length: 11 }, (_, i) => `/files/${i}.png`) });
  expect(await listPaths('hub-documents-ada')).toEqual(['/docs/guide', '/docs/other', '/files/0.png', '/files/1.png']);
});

test('images that are kept already are not requested again', async () => {
  await keep('guide', { images: ['/files/map.png'] });
  await keep('other', { images: ['/files/map.png'] });
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(await findKept('other')).toMatchObject({ images: { '/files/map.png': 5 } });
});

test('what only authors and reviewers are shown is not kept', async () => {
  const review = { review_note: 'no', reviewer_id: 'r', reviewer_name: 'Rae', reviewed_at: '2026-11-27' };
  const restricted = { ...review, submitter_id: 's', submitter_name: 'Sam', abilities: { edit: true } };
  await keep('guide', { document: createDocument('guide', restricted as Partial<DocumentResponse>) });
  const kept = JSON.stringify(await findKept('guide'));
  expect(kept).toContain('words');
  expect(kept).not.toMatch(/"(no|r|Rae|s|Sam)"|abilities|"reviewed_at":"/);
});

test('only published documents that are not hidden are kept; others are removed', async () => {
  for (const fields of [
    { status: 'DRAFT' },
    { status: 'IN_REVIEW' },
    { is_hidden: true },
    { is_template: true },
  ] as const) {
    await keep('guide');
    await keep('guide', { document: createDocument('guide', fields) });
    expect(await listTitles()).toEqual([]);
  }
});

test('nothing is kept of members without a token, who could not read it', async () => {
  await keep('former');
  token = null;
  await removeKept({ exceptOf: 'ada' });
  await keep('guide');
  expect(stored.size).toBe(0);
});

test('guests read what guests have kept, members what members have kept', async () => {
  await keep('secret');
  token = null;
  expect(await listTitles()).toEqual([]);
  expect(await findKept('secret')).toBeUndefined();
  await keep('public', { owner: GUEST });
  expect(await listTitles()).toEqual(['public']);
  token = 'token';
  expect(await listTitles()).toEqual(['secret']);
});

test('what others have kept is removed, or everything', async () => {
  await keep('hers', { owner: 'grace' });
  await keep('mine');
  await removeKept({ exceptOf: 'ada' });
  expect([...stored.keys()]).toEqual(['hub-documents-ada']);
  await removeKept();
  expect(stored.size).toBe(0);
});

test('nothing stays of a document whose reader signs out while it is being kept', async () => {
  respond(() => {
    token = null;
    return createImage();
  });
  await keep('guide', { images: ['/files/map.png'] });
  expect(stored.size).toBe(0);
});

test('nothing is kept for an owner whose session another tab has replaced', async () => {
  await keep('guide', { isCurrent: () => false });
  expect(stored.size).toBe(0);
  let isCurrent = true;
  respond(() => {
    isCurrent = false;
    return createImage();
  });
  await keep('hers', { owner: 'grace' });
  await keep('guide', { images: ['/files/map.png'], isCurrent: () => isCurrent });
  expect([...stored.keys()]).toEqual(['hub-documents-grace']);
});

test('what is being kept while documents are removed is removed, too', async () => {
  const keeping = keep('guide', { images: ['/files/map.png'] });
  await removeKept({ exceptOf: 'grace' });
  await keeping;
  expect(stored.size).toBe(0);
});

test('a denied document is removed by its slug or id, with its images', async () => {
  await keep('guide', { images: ['/files/map.png'] });
  await keep('other');
  await removeKeptDocument('guide');
  expect(await listPaths('hub-documents-ada')).toEqual(['/docs/other']);
});

test('without storage nothing is kept', async () => {
  Reflect.deleteProperty(globalThis, 'caches');
  expect(await listKept()).toEqual([]);
  await expect(removeKept()).resolves.toBeUndefined();
});
