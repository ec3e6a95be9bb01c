import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { Files } from '../src/platform/files/files.js';
import { createFile, encodeForm } from './support/forms.js';
import type { SendRequest } from './support/http.js';
import { createRole } from './support/roles.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';
import { addMedia, createVideo } from './support/videos.js';

/*
 * Who gets the bytes of a video: every address of a video in every state, requested in every way by every role. A
 * video that a requester may not see is missing at all of them.
 */

type State = 'READY' | 'LOGGED_IN' | 'INTERNAL' | 'awaiting review' | 'PROCESSING' | 'ERROR' | 'hidden';

/** How the state differs from that of a public video. */
const changes: Record<State, string> = {
  READY: `title = title`,
  LOGGED_IN: `visibility = 'LOGGED_IN'`,
  INTERNAL: `visibility = 'INTERNAL'`,
  'awaiting review': `published_at = null`,
  PROCESSING: `status = 'PROCESSING'`,
  ERROR: `status = 'ERROR'`,
  hidden: `hidden_at = now()`,
};

/** The states that each requester may see; those of the author are all. */
const visibleStates: Record<string, State[]> = {
  guest: ['READY'],
  VIEWER: ['READY', 'LOGGED_IN'],
  // With content.create, and without content.view_internal.
  TRANSLATOR: ['READY', 'LOGGED_IN'],
  CONTRIBUTOR: ['READY', 'LOGGED_IN', 'INTERNAL'],
  MODERATOR: ['READY', 'LOGGED_IN', 'awaiting review', 'hidden'],
  // With content.publish, and without content.view_internal.
  PUBLISHER: ['READY', 'LOGGED_IN', 'awaiting review', 'PROCESSING', 'ERROR', 'hidden'],
  EDITOR: Object.keys(changes) as State[],
  ADMIN: Object.keys(changes) as State[],
};

interface Address {
  path: string;
  /** of the content, which users who may see it get with 200 */
  etag: string | undefined;
}

let hub: TestApp;
let author: TestUser;
const requesters = new Map<string, SendRequest>();
const videos = new Map<State, { id: string; slug: string; addresses: Address[] }>();

beforeAll(async () => {
  hub = await createTestApp();
  author = await hub.users.create('EDITOR');
  const admin = await hub.users.create('ADMIN');
  requesters.set('guest', hub.request);
  for (const role of ['VIEWER', 'CONTRIBUTOR', 'EDITOR', 'ADMIN'])
    requesters.set(role, (await hub.users.create(role)).request);
  for (const [name, permission] of [
    ['TRANSLATOR', 'content.create'],
    ['MODERATOR', 'moderation.handle'],
    ['PUBLISHER', 'content.publish'],
  ] as const)
    requesters.set(name, (await hub.users.create((await createRole(admin, [permission])).name)).request);
  for (const [state, change] of Object.entries(changes) as [State, string][]) {
    const { id, slug } = await createVideo(author, { title: `Video ${state}`, transcript: '0:01 Hello' });
    const files = Object.values(await addMedia(hub, author, id, state.replace(' ', '-')));
    const poster = await uploadPoster(id);
    const paths = [
      ...[id, slug].flatMap((key) =>
        ['', '/file', '/hls/main.m3u8', '/hls/480.m3u8', '/captions.vtt'].map((what) => `/videos/${key}${what}`),
      ),
      ...[...files.map(({ url }) => url), ...poster].map((url) => url.replace(/^\/api/, '')),
    ];
    await hub.database.query(`update content_items set ${change} where id = $1`, [id]);
    const addresses: Address[] = [];
    for (const path of paths) {
      const { status, headers } = await author.request('GET', path);
      expect({ path, status }).toEqual({ path, status: 200 });
      addresses.push({ path, etag: headers['etag'] });
    }
    videos.set(state, { id, slug, addresses });
  }
}, 60_000);
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

/** @returns the addresses of the poster, in all sizes */
async function uploadPoster(id: string): Promise<string[]> {
  const image = sharp({ create: { width: 1200, height: 600, channels: 3, background: '#246' } }).png();
  const form = await encodeForm({ thumbnail: createFile(await image.toBuffer(), 'poster.png') });
  const { status, body } = await author.request<{ thumbnail: string; thumbnail_srcset: string }>(
    'POST',
    `/videos/${id}/thumbnail`,
    form,
  );
  expect(status).toBe(200);
  return [body.thumbnail, ...body.thumbnail_srcset.split(', ').map((part) => part.split(' ')[0]!)];
}

/** All ways to ask for the content of an address. */
const waysToGet = ({ etag }: Address): [method: 'GET' | 'HEAD', headers: Record<string, string>][] => [
  ['GET', {}],
  ['HEAD', {}],
  ['GET', { range: 'bytes=0-1' }],
  ['HEAD', { range: 'bytes=0-1' }],
  ['GET', { range: 'bytes=999999-' }],
  ['GET', { 'if-none-match': '*' }],
  ['GET', { 'if-modified-since': new Date(Date.now() + 86_400_000).toUTCString() }],
  ...(etag === undefined
    ? []
    : ([
        ['GET', { 'if-none-match': etag }],
        ['HEAD', { 'if-none-match': etag }],
        ['GET', { range: 'bytes=0-1', 'if-range': etag }],
      ] as ['GET' | 'HEAD', Record<string, string>][])),
];

async function expectMissing(request: SendRequest, addresses: readonly Address[]): Promise<void> {
  for (const address of addresses)
    for (const [method, headers] of waysToGet(address)) {
      const { status, text, headers: received } = await request(method, address.path, { headers });
      const what = `${method} ${address.path} ${JSON.stringify(headers)}`;
      expect({ what, status, etag: received['etag'], length: method === 'HEAD' ? 0 : text.length }).toEqual({
        what,
        status: 404,
        etag: undefined,
        length: method === 'HEAD' ? 0 : expect.any(Number),
      });
      expect(received['content-range']).toBeUndefined();
      if (method === 'GET') expect(received['content-type']).toContain('application/problem+json');
    }
}

test('every file has an ETag, so that conditional requests are tested', () => {
  const withTag = [...videos.values()].flatMap(({ addresses }) => addresses).filter(({ etag }) => etag !== undefined);
  const paths = withTag.map(({ path }) => path);
  expect(paths.filter((path) => path.endsWith('/file')).length).toBe(2 * videos.size);
  // The original, the file that plays, a rendition and the sizes of the poster.
  expect(paths.filter((path) => path.startsWith('/files/')).length).toBeGreaterThanOrEqual(5 * videos.size);
});

describe.each(Object.entries(visibleStates))('%s', (who, states) => {
  test.each(Object.keys(changes) as State[])('and a video that is %s', async (state) => {
    const request = requesters.get(who)!;
    const { id, slug, addresses } = videos.get(state)!;
    const isVisible = states.includes(state);
    for (const key of [id, slug]) {
      const position = `/videos/${key}/position`;
      const expected = who === 'guest' ? 401 : isVisible ? 200 : 404;
      expect((await request('GET', position)).status).toBe(expected);
      expect((await request('PUT', position, { body: { seconds: 1 } })).status).toBe(expected);
    }
    if (!isVisible) return expectMissing(request, addresses);
    for (const { path, etag } of addresses) {
      expect((await request('GET', path)).status).toBe(200);
      if (etag && !path.startsWith('/videos/'))
        expect((await request('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    }
  });
});

type Command = [method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object];
const findChanges = (key: string): Command[] => [
  ['PUT', `/admin/videos/${key}/enhanced`, { title: 'Mine' }],
  ['DELETE', `/admin/videos/${key}`],
  ['DELETE', `/videos/${key}/thumbnail`],
  ['POST', `/videos/${key}/retry`],
  ['POST', `/videos/${key}/cancel`],
];
const toReview = (id: string): Command => ['POST', `/videos/${id}/review`, { action: 'approve' }];
const decisionsOn = (id: string): Command[] => [['PUT', `/videos/${id}/status`, { status: 'READY' }], toReview(id)];

describe('a requester who may not change a video learns no more by trying', () => {
  const others = Object.keys(visibleStates).filter((who) => !['EDITOR', 'ADMIN'].includes(who));
  test.each(others)('%s', async (who) => {
    const request = requesters.get(who)!;
    const statuses: Record<string, number> = {};
    const expected: Record<string, number> = {};
    for (const [state, { id, slug }] of videos) {
      const isVisible = visibleStates[who]!.includes(state);
      // Allowed to publishers.
      const decisions = who === 'PUBLISHER' && isVisible ? [] : decisionsOn(id);
      for (const [method, path, body] of [...findChanges(id), ...findChanges(slug), ...decisions]) {
        const what = `${state}: ${method} ${path}`;
        statuses[what] = (await request(method, path, { ...(body && { body }) })).status;
        expected[what] = who === 'guest' ? 401 : isVisible ? 403 : 404;
      }
      // Without the permission for the route, the video is not looked up.
      const [method, path] = toReview(id);
      if (who !== 'PUBLISHER' && who !== 'guest') expected[`${state}: ${method} ${path}`] = 403;
    }
    expect(statuses).toEqual(expected);
  });
});

test('the author has all of them', async () => {
  for (const { addresses } of videos.values())
    for (const { path } of addresses) expect((await author.request('GET', path)).status).toBe(200);
});

test('a video that is withdrawn is missing at once to readers who have loaded it', async () => {
  const { addresses, id } = videos.get('READY')!;
  const reader = await hub.users.create('VIEWER');
  for (const { path } of addresses) expect((await reader.request('GET', path)).status).toBe(200);
  const body = { status: 'ERROR' };
  expect((await author.request('PUT', `/videos/${id}/status`, { body })).status).toBe(200);
  await expectMissing(reader.request, addresses);
  await expectMissing(hub.request, addresses);
});

test('a deleted video is missing for guests and administrators alike, and a purged one has no files', async () => {
  const { addresses, id } = videos.get('LOGGED_IN')!;
  expect((await author.request('DELETE', `/admin/videos/${id}`)).status).toBe(200);
  for (const request of [hub.request, requesters.get('ADMIN')!]) await expectMissing(request, addresses);
  expect((await requesters.get('ADMIN')!('DELETE', `/trash/video/${id}`)).status).toBe(200);
  await hub.get(Files).sweep(new Date(Date.now() + 48 * 3600_000));
  const names = await hub.database.query(`select name from files where name like 'LOGGED_IN%'`);
  expect(names).toEqual([]);
});
