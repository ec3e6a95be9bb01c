import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { DocumentResponse } from '../src/modules/content/documents/documents.dto.js';
import type { ThreadResponse } from '../src/modules/forum/threads/threads.dto.js';
import { createCategory, createDocument, getDocument } from './support/documents.js';
import { createForumCategory, createThread, getThread } from './support/forum.js';
import type { TestResponse } from './support/http.js';
import { searchContent } from './support/search.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import { exportZip, importZip } from './support/transfer.js';
import type { TestUser } from './support/users.js';
import { addVideo } from './support/videos.js';

/* Words with a meaning in JavaScript, JSON, YAML or PostgreSQL are words in every text that users write. */

let hub: TestApp;
let target: TestApp;
let admin: TestUser;
beforeAll(async () => {
  [hub, target] = [await createTestApp(), await createTestApp()];
  admin = await hub.users.create('ADMIN');
});
afterAll(async () => {
  await hub.close();
  await target.close();
});

async function ok<Body>(response: Promise<TestResponse<Body>>): Promise<Body> {
  const { status, body, text } = await response;
  if (status >= 300) throw new Error(text);
  return body;
}

const WORDS = [
  'null',
  'NULL',
  'true',
  'false',
  'undefined',
  'NaN',
  'none',
  'yes',
  '~',
  '007',
  '1.10',
  '1e3',
  '0x10',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '{}',
  '{null}',
  '[]',
  '"x"',
  'a,b',
  "o'x",
  'back\\slash',
  '%',
  '$1',
];
/** With a letter or digit, and different in lower case, as names of categories must be. */
const SEARCHABLE = WORDS.filter((word) => /[\p{L}\p{N}]/u.test(word) && word !== 'NULL');
const path = (strings: TemplateStringsArray, word: string): string => strings[0] + encodeURIComponent(word);
const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

test('tags of documents, videos and threads: read, saved as read, and filtered', async () => {
  const tags = WORDS.slice(0, 10);
  const { id: room } = await createForumCategory(admin);
  for (const some of [tags, WORDS.slice(10, 20), WORDS.slice(20)]) {
    const wanted = some.filter(
      (tag, at) => some.findIndex((other) => other.toLowerCase() === tag.toLowerCase()) === at,
    );
    const document = await createDocument(admin, { tags: some, status: 'PUBLISHED' });
    expect(document.tags).toEqual(wanted);
    const edit = { tags: document.tags, content: 'changed', version: document.version };
    await ok(admin.request('PUT', `/admin/documents/${document.id}`, { body: edit }));
    expect((await getDocument(admin, document.id)).tags).toEqual(wanted);
    const video = await addVideo(admin, { tags: some });
    expect((await ok(admin.request<{ tags: string[] }>('GET', `/videos/${video.id}`))).tags).toEqual(wanted);
    for (const tag of wanted) {
      expect(idsOf(await ok(admin.request<DocumentResponse[]>('GET', path`/documents?tag=${tag}`)))).toEqual([
        document.id,
      ]);
      expect(idsOf(await ok(admin.request<{ id: string }[]>('GET', path`/videos?tag=${tag}`)))).toEqual([video.id]);
    }
    for (let at = 0; at < wanted.length; at += 5) {
      // Tags of threads are in lower case.
      const five = wanted.slice(at, at + 5).map((tag) => tag.toLowerCase());
      const { id } = await createThread(admin, room, { tags: five });
      expect((await getThread(admin.request, id)).tags).toEqual(five);
      await ok(admin.request<ThreadResponse>('PUT', `/forum/threads/${id}`, { body: { tags: five, title: 'Other' } }));
      expect((await getThread(admin.request, id)).tags).toEqual(five);
    }
  }
});

test('skills and names of users', async () => {
  const user = await hub.users.create('CONTRIBUTOR');
  for (const skills of [WORDS.slice(0, 12), WORDS.slice(12)]) {
    await ok(user.request('PUT', '/profile', { body: { skills } }));
    const read = await ok(user.request<{ skills: string[] }>('GET', '/auth/me'));
    expect(read.skills).toEqual(skills);
    expect((await ok(user.request<{ skills: string[] }>('PUT', '/profile', { body: read }))).skills).toEqual(skills);
  }
  for (const name of SEARCHABLE) {
    const fields = { name, full_name: name, location: name, bio: name };
    expect(await ok(user.request('PUT', '/profile', { body: fields }))).toMatchObject({ name, location: name });
    const users = await ok(admin.request<{ id: string }[]>('GET', path`/users?q=${name}`));
    expect(idsOf(users)).toContain(user.id);
  }
});

test.each(SEARCHABLE)('titles, categories, slugs and texts: %s', async (word) => {
  const category = await createCategory(admin, { name: word, icon: word, description: word });
  expect(category).toMatchObject({ name: word, icon: word });
  const fields = { title: word, summary: word, content: `${word} `, meta_title: word, category_id: category.id };
  const document = await createDocument(admin, { ...fields, status: 'PUBLISHED' });
  expect(document).toMatchObject({ title: word, summary: word, meta_title: word });
  const read = await getDocument(admin, document.slug);
  expect(read).toMatchObject({ id: document.id, title: word });
  const list = await ok(hub.request<{ id: string }[]>('GET', `/documents?category_id=${category.id}`));
  expect(idsOf(list)).toEqual([document.id]);
  const found = await searchContent(hub.request, word, { category_id: category.id });
  expect(idsOf(found.results)).toEqual([document.id]);
  expect(idsOf(await ok(hub.request<{ id: string }[]>('GET', path`/search/suggestions?q=${word}`)))).toContain(
    document.id,
  );
  const thread = await createThread(admin, (await createForumCategory(admin, { name: word })).id, { title: word });
  expect((await searchContent(hub.request, word, { content_type: 'thread' })).results.map(({ id }) => id)).toContain(
    thread.id,
  );
});

test('an archive carries them to another hub', async () => {
  const reader = await target.users.create('EDITOR');
  const archive = await exportZip(hub, admin);
  const report = await ok(importZip(reader, archive, { status: 'PUBLISHED' }));
  expect(report.skipped).toEqual([]);
  const documents = await ok(reader.request<DocumentResponse[]>('GET', '/documents?limit=200'));
  expect(documents.map(({ title }) => title)).toEqual(expect.arrayContaining(SEARCHABLE));
  expect([...new Set(documents.flatMap(({ tags }) => tags))].toSorted()).toEqual(
    WORDS.filter((word) => word !== 'NULL').toSorted(),
  );
});
