import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { DocumentResponse } from '../src/modules/content/documents/documents.dto.js';
import { createCategory, createDocument } from './support/documents.js';
import { type Operation, operations } from './support/openapi.js';
import type { TestUser } from './support/users.js';
import { createTestApp, type TestApp } from './support/test-app.js';

let hub: TestApp;
let admin: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
});
afterAll(() => hub.close());

const raw = async (
  method: Operation['method'],
  url: string,
  headers: Record<string, string> = {},
  payload?: string,
) => {
  const response = await hub.app.inject({
    method,
    url: `/api${url}`,
    headers: { authorization: `Bearer ${admin.token}`, ...headers },
    ...(payload !== undefined && { payload }),
  });
  return { status: response.statusCode, type: String(response.headers['content-type']), text: response.body };
};
const json = { 'content-type': 'application/json' };

test('unknown fields are dropped before validation', async () => {
  const extra = {
    id: '01900000-0000-7000-8000-000000000001',
    role: 'ADMIN',
    is_admin: true,
    author_id: admin.id,
    published_at: '2020-01-01',
    view_count: 99,
    like_count: 99,
    hidden_at: 'x',
    audience: 'PUBLIC',
    constructor: 'x',
    toString: 1,
    offset: 5,
  };
  const { status, body } = await hub.request<{ user: TestUser; session_token: string }>('POST', '/auth/register', {
    body: { ...extra, email: 'plain@example.org', name: 'Plain', password: 'secret-1' },
  });
  expect([status, body.user.role]).toEqual([201, 'VIEWER']);
  const author = await hub.users.create('CONTRIBUTOR');
  const document = await createDocument(author, { ...extra, version: 7, status: 'PUBLISHED' });
  const own = { author_id: author.id, version: 1, view_count: 0, like_count: 0, status: 'DRAFT', published_at: null };
  expect(document).toMatchObject(own);
  expect(document.id).not.toBe(extra.id);
  const { body: edited } = await author.request<DocumentResponse>('PUT', `/admin/documents/${document.id}`, {
    body: { ...extra, title: 'New' },
  });
  expect(edited).toMatchObject({ ...own, version: 2, id: document.id, title: 'New' });
});

test('a body that is too large is refused with 413', async () => {
  const body = JSON.stringify({ title: 'x', content: 'x'.repeat(3 * 1024 * 1024) });
  expect(await raw('POST', '/documents', json, body)).toMatchObject({
    status: 413,
    type: expect.stringContaining('problem+json'),
  });
});

test('other media types are refused with 415', async () => {
  for (const type of [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'x',
    '',
  ]) {
    expect(await raw('POST', '/documents', { 'content-type': type }, '{"title":"x","content":"y"}')).toMatchObject({
      status: 415,
      type: expect.stringContaining('problem+json'),
    });
  }
});

test('an empty body under a JSON content type counts as {}', async () => {
  const { id } = await createDocument(admin);
  expect(await raw('POST', '/documents', json, '')).toMatchObject({
    status: 400,
    text: expect.stringContaining('"field":"title"'),
  });
  expect(await raw('POST', '/documents')).toMatchObject({ status: 400 });
  expect(await raw('DELETE', `/admin/documents/${id}`, json, '')).toMatchObject({ status: 200 });
  const leaving = await hub.users.create();
  expect((await raw('POST', '/auth/logout', { ...json, authorization: `Bearer ${leaving.token}` }, '')).status).toBe(
    200,
  );
  expect((await raw('POST', '/auth/logout', { authorization: 'Bearer none' })).status).toBe(200);
});

describe('query values', () => {
  const lists = ['/documents', '/users'];

  test.each([
    'page=abc',
    'page=',
    'page=0',
    'page=-3',
    'page=1.9',
    'limit=-1',
    'limit=0',
    'limit=abc',
    'page=1&page=2',
    'page[]=1',
    'page=%00',
    'page=NaN',
    'offset=5',
    '__proto__=1',
    'constructor=1',
    'toString=1',
    'q=',
    'x=1',
  ])('%s falls back', async (query) => {
    for (const list of lists) {
      const { status, text } = await raw('GET', `${list}?${query}`);
      expect([status, text]).toEqual([200, (await raw('GET', list)).text]);
    }
  });

  test.each(['limit=99999', 'limit=1e309', 'limit=Infinity', 'page=1e300', 'page=9999999999999999999'])(
    '%s is clamped',
    async (query) => {
      for (const list of lists) {
        const response = await admin.request('GET', `${list}?${query}`);
        expect(response.status).toBe(200);
        if (query === 'limit=99999') expect(response.headers['link']).toContain('limit=200');
      }
    },
  );

  test.each([
    'category_id=x',
    'status=NONE',
    'status=DRAFT&status=DRAFT',
    'status[]=DRAFT',
    'status=%00',
    'category_id=1&category_id=2',
    'category_id=%ED%A0%80',
    'category_id=%00',
    'category_id=%20',
    'category_id=null',
    `category_id=${'1'.repeat(5000)}`,
    'category_id={01900000-0000-7000-8000-000000000000}',
    'category_id=01900000000070008000000000000000',
    'category_id=01900000-0000-7000-8000-000000000000%00',
    'author_id=me',
  ])('%s is wrong, or no filter', async (query) => {
    const { status, text } = await raw('GET', `/documents?${query}`);
    if (query === 'status[]=DRAFT') return expect(status).toBe(200);
    expect([status, text]).toEqual([400, expect.stringContaining(`"field":"${query.split(/[=[]/)[0]}"`)]);
  });

  test('empty filters are ignored, and searches accept any text', async () => {
    await createCategory(admin);
    await createDocument(admin, { status: 'PUBLISHED' });
    const { text } = await raw('GET', '/documents');
    expect((await raw('GET', '/documents?status=&category_id=')).text).toBe(text);
    for (const q of ['%25', '_', '%5C', "'", '%27%3B--', '%F0%9F%98%80', '%ED%A0%80'])
      expect((await raw('GET', `/users?q=${q}`)).status).toBe(200);
    for (const q of ['%00', 'x'.repeat(201)]) expect((await raw('GET', `/users?q=${q}`)).status).toBe(400);
    expect((await admin.request('GET', '/users?q=%25')).body).toEqual([]);
    expect(
      (await admin.request<TestUser[]>('GET', `/users?q=${admin.email.toUpperCase()}`)).body.map(({ id }) => id),
    ).toEqual([admin.id]);
  });
});

describe('invalid ids in paths', () => {
  const bad = [
    'x',
    '0',
    '-1',
    '%00',
    '%ED%A0%80',
    '%E0%A4%A',
    '%u0041',
    "'",
    'null',
    '__proto__',
    'constructor',
    '..%2f..',
    '%20',
    '01900000-0000-7000-8000-00000000000g',
    '00000000-0000-0000-0000-000000000000',
    'ü',
    '😀'.repeat(20),
    'x'.repeat(299),
    'x'.repeat(5000),
  ];
  const bodies: Record<string, object> = {
    changeUserRole: { role: 'VIEWER' },
    assignRole: { role: 'VIEWER' },
    eraseUser: { email: 'ada@example.org' },
    setRolePermissions: { permissions: [] },
    updateCustomRole: { display_name: 'x' },
    renamePasskey: { name: 'x' },
    setDocumentStatus: { status: 'DRAFT' },
    updateDocument: { title: 'x' },
    updateComment: { content: 'x' },
    resolveComment: { is_resolved: true },
    reviewDocument: { action: 'approve' },
    setVideoStatus: { status: 'READY' },
    reviewVideo: { action: 'approve' },
    setWatchPosition: { seconds: 1 },
    createThread: { title: 'x', content: 'x' },
    markThreadRead: { number: 1 },
    splitThread: { post_ids: [randomUUID()], title: 'x' },
    mergeThreads: { target_id: randomUUID() },
    setThreadSolution: { post_id: null },
    createPost: { content: 'x' },
    updatePost: { content: 'x' },
    updateGroup: { name: 'x' },
    setGroupMembers: { user_ids: [] },
    addGroupMembers: { user_ids: [randomUUID()] },
    setUserGroups: { group_ids: [] },
    compareReadersOfRules: { read_group_ids: null },
    compareReadersOfForumRules: { read_group_ids: null },
    replaceCategoryAccess: { read_group_ids: null, write_group_ids: null },
    replaceForumCategoryAccess: { read_group_ids: null, write_group_ids: null },
    setPosition: { category_id: randomUUID() },
    setProgress: { is_done: true },
  };

  // Above the rate limit of a user.
  beforeEach(() => hub.database.query('delete from rate_limits'));

  test.each(operations.filter(({ path }) => path.includes('{')))(
    '$operationId',
    async ({ operationId, method, path }) => {
      const body = bodies[operationId];
      for (const id of bad) {
        const { status, type, text } = await raw(
          method,
          path.replace(/\{\w+\}/, encodeURI(id).replace(/%25/g, '%')),
          body && json,
          body && JSON.stringify(body),
        );
        expect({ id, status, type, text }).toMatchObject({
          id,
          status: 404,
          type: expect.stringContaining('application/problem+json'),
        });
      }
    },
  );
});
