import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDocument } from '../../../../test/support/documents.js';
import { createForumCategory, createThread, reply } from '../../../../test/support/forum.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import type { SimilarItemResponse } from './linked-threads.dto.js';

let hub: TestApp;
let admin: TestUser;
let ann: TestUser;
let categoryId: string;
beforeAll(async () => {
  ({ hub, admin, ann } = await createTestAppWithUsers({ admin: 'ADMIN', ann: 'VIEWER' }));
  categoryId = (await createForumCategory(admin)).id;
});
afterAll(() => hub.close());

const listSimilar = async (title: string, user = ann) =>
  (await user.request<SimilarItemResponse[]>('GET', `/forum/similar?title=${encodeURIComponent(title)}`)).body;
const titles = async (title: string, user = ann) => (await listSimilar(title, user)).map((item) => item.title);

test('threads come with replies and solved mark, documents and videos without', async () => {
  const thread = await createThread(admin, categoryId, { title: 'Zebra crossing at night' });
  const answer = await reply(ann, thread.id);
  await admin.request('PUT', `/forum/threads/${thread.id}/solution`, { body: { post_id: answer.id } });
  const document = await createDocument(admin, { title: 'Every zebra counts', status: 'PUBLISHED' });
  const found = await listSimilar('Where is the zebra crossing?');
  expect(found).toEqual([
    {
      type: 'thread',
      id: thread.id,
      title: thread.title,
      url: `/community/thread/${thread.id}`,
      is_solved: true,
      reply_count: 1,
    },
  ]);
  expect(await listSimilar('zebra')).toContainEqual({
    type: 'document',
    id: document.id,
    title: 'Every zebra counts',
    url: `/docs/${document.slug}`,
    is_solved: null,
    reply_count: null,
  });
});

test('any word matches in its German and English forms; more and rarer words come first', async () => {
  const title = 'Sicherungen wiederherstellen mit Postgres';
  await createThread(admin, categoryId, { title });
  for (const name of ['one', 'two', 'three']) await createThread(admin, categoryId, { title: `Postgres ${name}` });
  expect((await titles('Wie kann ich eine Sicherung unter Postgres wiederherstellen?'))[0]).toBe(title);
  expect(await titles('Meine Sicherung')).toEqual([title]);
  await createThread(admin, categoryId, { title: 'Uploading several pictures' });
  expect(await titles('My upload of one picture stops')).toContain('Uploading several pictures');
});

test('there are five at most, and none for stop words, signs and other words', async () => {
  for (let i = 0; i < 7; i++) await createThread(admin, categoryId, { title: `Llama number ${i}` });
  expect(await titles('A llama')).toHaveLength(5);
  for (const title of [
    'How is the',
    'wie ist das',
    '?! …',
    '',
    'xylophone',
    "'; drop table users; --",
    '%_\\ & | ! <->',
  ])
    expect([title, await titles(title)]).toEqual([title, []]);
  expect((await ann.request('GET', '/forum/similar')).body).toEqual([]);
  expect((await ann.request('GET', `/forum/similar?title=${'x'.repeat(500)}`)).status).toBe(400);
});

test('what the user may not see is never similar', async () => {
  await createDocument(admin, { title: 'Ocelot draft', status: 'DRAFT' });
  await createDocument(admin, { title: 'Ocelot internals', status: 'PUBLISHED', visibility: 'INTERNAL' });
  const [hidden, gone] = [
    await createThread(admin, categoryId, { title: 'Ocelot hidden' }),
    await createThread(admin, categoryId, { title: 'Ocelot deleted' }),
  ];
  await reply(admin, (await createThread(admin, categoryId, { title: 'Ocelot open' })).id);
  await hub.database.query('update forum_threads set hidden_at = now() where id = $1', [hidden.id]);
  await admin.request('DELETE', `/forum/threads/${gone.id}`);
  expect(await titles('Ocelot')).toEqual(['Ocelot open']);
  expect(await titles('Ocelot', admin)).toEqual(expect.arrayContaining(['Ocelot draft', 'Ocelot internals']));
});

test('guests get none, and two statements are enough', async () => {
  expect((await hub.request('GET', '/forum/similar?title=llama')).status).toBe(401);
  await titles('llama');
  // One more for the session.
  expect(await hub.statementsOf(() => titles('llama'))).toHaveLength(3);
});
