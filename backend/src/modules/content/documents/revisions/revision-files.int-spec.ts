import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDocument } from '../../../../../test/support/documents.js';
import type { TestUser } from '../../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../../test/support/test-app.js';
import { Files } from '../../../../platform/files/files.js';
import { Settings } from '../../../../platform/settings/settings.js';
import { reviewEdits } from '../documents.settings.js';

let hub: TestApp;
let author: TestUser;
let editor: TestUser;
let viewer: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  [author, editor, viewer] = [
    await hub.users.create('CONTRIBUTOR'),
    await hub.users.create('EDITOR'),
    await hub.users.create('VIEWER'),
  ];
});
afterAll(() => hub.close());

/** The address of a new image, below the API's prefix. */
async function image(owner: TestUser): Promise<string> {
  const { url } = await hub.get(Files).store(Readable.from([Buffer.from(`image ${Math.random()}`)]), {
    name: 'x.webp',
    mediaType: 'image/webp',
    uploaderId: owner.id,
    maxBytes: 1000,
  });
  return url.replace(/^\/api/, '');
}
const put = (user: TestUser, id: string, content: string) =>
  user.request('PUT', `/admin/documents/${id}`, { body: { content } });
const seenBy = async (path: string) =>
  Promise.all([editor, viewer].map(async ({ request }) => (await request('GET', path)).status));

test('images of former versions are kept for those who see the history, and restored', async () => {
  const path = await image(author);
  const { id } = await createDocument(author, { content: `![](/api${path})` });
  await editor.request('PUT', `/documents/${id}/status`, { body: { status: 'PUBLISHED' } });
  expect(await seenBy(path)).toEqual([200, 200]);
  await put(author, id, 'Without it.');
  expect(await seenBy(path)).toEqual([200, 404]);
  await editor.request('POST', `/documents/${id}/revisions/1/restore`);
  expect(await seenBy(path)).toEqual([200, 200]);
  await editor.request('DELETE', `/admin/documents/${id}`);
  expect(await hub.database.query('select file_id from file_uses')).toEqual([]);
});

test('images of a pending edit are visible to author and reviewers until it is approved', async () => {
  await hub.get(Settings).set(reviewEdits, true, null);
  const path = await image(author);
  const { id } = await createDocument(author);
  await editor.request('PUT', `/documents/${id}/status`, { body: { status: 'PUBLISHED' } });
  expect((await put(author, id, `![](/api${path})`)).status).toBe(202);
  expect(await seenBy(path)).toEqual([200, 404]);
  await editor.request('POST', `/documents/${id}/review`, { body: { action: 'approve' } });
  expect(await seenBy(path)).toEqual([200, 200]);
});

test('the URL of another user’s image in a text makes it visible to no one', async () => {
  const path = await image(editor);
  const { id } = await createDocument(author, { content: `![](/api${path})` });
  expect((await author.request('GET', path)).status).toBe(404);
  expect((await author.request('GET', `/documents/${id}/revisions/1`)).status).toBe(200);
});
