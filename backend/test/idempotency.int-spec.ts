import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { TestUser } from './support/users.js';
import { createTestApp, type TestApp } from './support/test-app.js';

let hub: TestApp;
let author: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  author = await hub.users.create('CONTRIBUTOR');
});
afterAll(() => hub.close());

const body = { title: 'Once', content: 'and for all', tags: ['b', 'a'] };
const create = (key: string, user = author, fields: object = {}) =>
  user.request<{ id: string }>('POST', '/documents', {
    body: { ...body, ...fields },
    headers: { 'idempotency-key': key },
  });
const countOf = async (user: TestUser) =>
  (await hub.database.one<{ n: number }>('select count(*)::int as n from content_items where author_id = $1', [
    user.id,
  ]))!.n;

test('a repeat returns the first response and creates nothing', async () => {
  const key = randomUUID();
  const before = await countOf(author);
  const first = await create(key);
  await author.request('PUT', `/admin/documents/${first.body.id}`, { body: { title: 'Changed meanwhile' } });
  const second = await create(key);
  expect(first.status).toBe(201);
  expect([second.status, second.text]).toEqual([201, first.text]);
  expect(await countOf(author)).toBe(before + 1);
});

test('the same key for another request is refused', async () => {
  const key = randomUUID();
  await create(key);
  expect(await create(key, author, { title: 'Twice' })).toMatchObject({
    status: 409,
    body: { code: 'idempotency_key_reused' },
  });
});

test('a key belongs to its user', async () => {
  const [key, other] = [randomUUID(), await hub.users.create('CONTRIBUTOR')];
  const [mine, theirs] = [await create(key), await create(key, other)];
  expect(theirs.status).toBe(201);
  expect(theirs.body.id).not.toBe(mine.body.id);
});

test('a failed request does not use the key', async () => {
  const key = randomUUID();
  expect((await create(key, author, { slug: 'create' })).status).toBe(409);
  expect((await create(key, author, { title: '' })).status).toBe(400);
  expect((await create(key)).status).toBe(201);
});

test('a key expires after a day', async () => {
  const key = randomUUID();
  const first = await create(key);
  await hub.database.query(`update idempotency_keys set expires_at = now() - interval '1 second' where key = $1`, [
    key,
  ]);
  expect((await create(key)).body.id).not.toBe(first.body.id);
});

test('20 concurrent repeats create one', async () => {
  const [key, user] = [randomUUID(), await hub.users.create('CONTRIBUTOR')];
  const responses = await Promise.all(Array.from({ length: 20 }, () => create(key, user)));
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201));
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  expect(await countOf(user)).toBe(1);
});

test('an invalid key is reported as an invalid field', async () => {
  for (const key of ['short', 'with spaces in it', 'ü'.repeat(10), 'x'.repeat(201)]) {
    expect(await create(key)).toMatchObject({ status: 400, body: { errors: [{ field: 'Idempotency-Key' }] } });
  }
});
