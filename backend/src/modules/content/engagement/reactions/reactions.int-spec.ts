import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setDocumentStatus, createDocument } from '../../../../../test/support/documents.js';
import { getReputation, type TestUser } from '../../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../../test/support/test-app.js';
import type { DocumentResponse } from '../../documents/documents.dto.js';
import { type ReactionType, reactionTypes } from './reaction-types.js';
import type { ReactionResponse } from './reactions.dto.js';

let hub: TestApp;
let author: TestUser;
let ann: TestUser;
let document: DocumentResponse;
beforeAll(async () => {
  hub = await createTestApp();
  ann = await hub.users.create();
});
beforeEach(async () => {
  author = await hub.users.create('EDITOR');
  document = await createDocument(author, { status: 'PUBLISHED' });
});
afterAll(() => hub.close());

const react = (user: TestUser, reaction_type: ReactionType, active?: boolean, content_id = document.id) =>
  user.request<ReactionResponse>('POST', '/reactions', {
    body: { content_type: 'document', content_id, reaction_type, ...(active !== undefined && { active }) },
  });
const own = async (user: TestUser) =>
  (await user.request<{ reactions: string[] }>('GET', `/user/reactions/document/${document.slug}`)).body.reactions;
const countsOf = async () => {
  const { like_count, helpful_count, bookmark_count, confused_count } = (
    await hub.request<DocumentResponse>('GET', `/documents/${document.id}`)
  ).body;
  return { LIKE: like_count, HELPFUL: helpful_count, BOOKMARK: bookmark_count, CONFUSED: confused_count };
};
const rowsOf = async () => {
  const rows = await hub.database.query<{ type: string; n: number }>(
    'select type, count(*)::int as n from reactions where item_id = $1 group by type',
    [document.id],
  );
  return Object.fromEntries(reactionTypes.map((type) => [type, rows.find((row) => row.type === type)?.n ?? 0]));
};
const reputationOf = (user: TestUser) => getReputation(hub.database, user);

test('toggles each type on its own and returns the counts', async () => {
  for (const [i, type] of reactionTypes.entries()) {
    expect(await react(ann, type)).toMatchObject({
      status: 200,
      body: { content_type: 'document', content_id: document.id, reaction_type: type, active: true },
    });
    expect(await own(ann)).toEqual(reactionTypes.slice(0, i + 1));
  }
  expect(await countsOf()).toEqual({ LIKE: 1, HELPFUL: 1, BOOKMARK: 1, CONFUSED: 1 });
  await react(author, 'LIKE');
  const { body } = await react(ann, 'LIKE');
  expect(body).toEqual({
    content_type: 'document',
    content_id: document.id,
    reaction_type: 'LIKE',
    active: false,
    like_count: 1,
    helpful_count: 1,
    bookmark_count: 1,
    confused_count: 1,
  });
  expect(await own(ann)).toEqual(['HELPFUL', 'BOOKMARK', 'CONFUSED']);
});

test('`active` sets the state, also when repeated', async () => {
  for (const active of [true, true, false, false, true])
    expect((await react(ann, 'HELPFUL', active)).body).toMatchObject({ active, helpful_count: Number(active) });
  expect(await countsOf()).toMatchObject({ HELPFUL: 1 });
});

test('400 concurrent toggles by 40 users: counters equal rows, and none fails', async () => {
  const users = await Promise.all(Array.from({ length: 40 }, () => hub.users.create()));
  const toggles = users.flatMap((user, i) =>
    Array.from({ length: 10 }, (_, k) => ({ user, type: reactionTypes[(i + k) % 4]! })),
  );
  const responses = await Promise.all(toggles.map(({ user, type }) => react(user, type)));
  expect(responses.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
  const rows = await rowsOf();
  expect(await countsOf()).toEqual(rows);
  // A user toggles two of the four types three times and two of them twice, so two reactions per user remain.
  expect(Object.values(rows).reduce((sum, n) => sum + n)).toBe(80);
  expect(await reputationOf(author)).toBe(rows['LIKE']! + rows['HELPFUL']!);
}, 60_000);

test('concurrent toggles of one user are exact', async () => {
  const responses = await Promise.all(Array.from({ length: 21 }, () => react(ann, 'LIKE')));
  expect(responses.filter(({ body }) => body.active)).toHaveLength(11);
  expect([await countsOf(), await rowsOf()].map(({ LIKE }) => LIKE)).toEqual([1, 1]);
});

test('likes and helpfuls of others give the author reputation until the document is deleted', async () => {
  for (const type of reactionTypes) await Promise.all([react(ann, type, true), react(author, type, true)]);
  expect(await reputationOf(author)).toBe(2);
  await react(ann, 'LIKE', false);
  expect(await reputationOf(author)).toBe(1);
  await author.request('DELETE', `/admin/documents/${document.id}`);
  expect(await reputationOf(author)).toBe(0);
  expect(await rowsOf()).toEqual({ LIKE: 0, HELPFUL: 0, BOOKMARK: 0, CONFUSED: 0 });
});

test('reactions during the deletion of the document are 404 or deleted with it', async () => {
  const responses = Promise.all(Array.from({ length: 12 }, (_, i) => react(ann, reactionTypes[i % 4]!)));
  expect((await author.request('DELETE', `/admin/documents/${document.id}`)).status).toBe(200);
  expect([200, 404]).toEqual(expect.arrayContaining([...new Set((await responses).map(({ status }) => status))]));
  expect([
    await reputationOf(author),
    (await hub.database.query('select id from reactions where item_id = $1', [document.id])).length,
  ]).toEqual([0, 0]);
});

describe('an invisible document', () => {
  test('accepts no reaction and lists none', async () => {
    await setDocumentStatus(author, document.id, 'DRAFT');
    const missing = await react(ann, 'LIKE', true, randomUUID());
    const hidden = await react(ann, 'LIKE', true);
    expect([hidden.status, { ...hidden.body, request_id: '' }]).toEqual([404, { ...missing.body, request_id: '' }]);
    for (const path of [
      `document/${document.id}`,
      `document/${document.slug}`,
      `video/${document.id}`,
      `thread/${document.id}`,
      `document/'`,
      '__proto__/x',
    ]) {
      expect((await ann.request('GET', `/user/reactions/${path}`)).status).toBe(404);
    }
    expect(await rowsOf()).toMatchObject({ LIKE: 0 });
  });

  test('a document is not found as a video', async () => {
    expect(
      (
        await ann.request('POST', '/reactions', {
          body: { content_type: 'video', content_id: document.id, reaction_type: 'LIKE' },
        })
      ).status,
    ).toBe(404);
  });
});

test('without reactions.create only bookmarks are allowed', async () => {
  await hub.database.query(
    `insert into roles (name, id, display_name, description, color, priority, is_system, permissions,
       badge_visible, style, created_at)
    values ('MUTE', $1, 'Mute', '', '#000000', 10, false, '{}', false, '{}', now())`,
    [randomUUID()],
  );
  const mute = await hub.users.create('MUTE');
  expect(await react(mute, 'LIKE')).toMatchObject({ status: 403, body: { code: 'permission_missing', role: 'MUTE' } });
  expect((await react(mute, 'BOOKMARK')).status).toBe(200);
});

test('a reaction changes neither version nor date of the document', async () => {
  const before = (await author.request<DocumentResponse>('GET', `/documents/${document.id}`)).body;
  await react(ann, 'LIKE');
  expect((await author.request('GET', `/documents/${document.id}`)).body).toEqual({ ...before, like_count: 1 });
});
