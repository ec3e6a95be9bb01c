import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setDocumentStatus, createDocument } from '../../../../test/support/documents.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createRole } from '../../../../test/support/roles.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { importZip } from '../../../../test/support/transfer.js';
import { zip } from '../../../../test/support/zip.js';
import { Settings } from '../../../platform/settings/settings.js';
import type { DocumentResponse, DocumentSummaryResponse } from './documents.dto.js';
import { reviewEdits } from './documents.settings.js';

/* Only holders of content.set_internal set or remove the visibility INTERNAL, by any command. */

let hub: TestApp;
let author: TestUser;
let reviewer: TestUser;
let editor: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  author = await hub.users.create('CONTRIBUTOR');
  reviewer = await hub.users.create('REVIEWER');
  editor = await hub.users.create('EDITOR');
});
afterAll(() => hub.close());

const refusal = (message: string) => ({
  status: 403,
  body: { code: 'internal_not_allowed', detail: message, errors: [{ field: 'visibility', message }] },
});
const refused = refusal('Your role can’t change the visibility INTERNAL.');
const put = (user: TestUser, id: string, body: object, route = '') =>
  user.request<DocumentResponse>('PUT', `/admin/documents/${id}${route}`, { body });
const read = async (id: string) => (await editor.request<DocumentResponse>('GET', `/documents/${id}`)).body;

/** A published document of the author that an editor made INTERNAL. */
async function closed(fields: object = {}): Promise<DocumentResponse> {
  const { id } = await setDocumentStatus(editor, (await createDocument(author, fields)).id, 'PUBLISHED');
  return (await put(editor, id, { visibility: 'INTERNAL' })).body;
}

describe.each(['', '/enhanced'])('PUT /admin/documents/{id}%s', (route) => {
  test.each(['PUBLIC', 'LOGGED_IN'])(
    'refuses %s by an author without the permission, and saves nothing',
    async (visibility) => {
      const { id, version } = await closed();
      expect(await put(author, id, { visibility, title: 'Opened' }, route)).toMatchObject(refused);
      expect(await put(author, id, { visibility, status: 'ARCHIVED' }, route)).toMatchObject(refused);
      expect(await read(id)).toMatchObject({ visibility: 'INTERNAL', version, status: 'PUBLISHED' });
      expect((await hub.request('GET', `/documents/${id}`)).status).toBe(404);
    },
  );

  test('saves the other fields, with or without the visibility', async () => {
    const { id } = await closed();
    expect(await put(author, id, { title: 'Mended' }, route)).toMatchObject({
      status: 200,
      body: { title: 'Mended', visibility: 'INTERNAL' },
    });
    expect(await put(author, id, { title: 'Again', visibility: 'INTERNAL' }, route)).toMatchObject({
      status: 200,
      body: { title: 'Again', visibility: 'INTERNAL' },
    });
  });

  test('changes the visibility for holders of the permission', async () => {
    const { id } = await closed();
    expect(await put(editor, id, { visibility: 'PUBLIC' }, route)).toMatchObject({
      status: 200,
      body: { visibility: 'PUBLIC' },
    });
    expect(await put(author, id, { visibility: 'LOGGED_IN' }, route)).toMatchObject({
      status: 200,
      body: { visibility: 'LOGGED_IN' },
    });
  });

  test('refuses reviewers, for drafts too', async () => {
    const { id } = await createDocument(reviewer);
    await put(editor, id, { visibility: 'INTERNAL' });
    expect(await put(reviewer, id, { visibility: 'PUBLIC' }, route)).toMatchObject(refused);
    expect(await put(reviewer, id, { visibility: 'PUBLIC', status: 'PUBLISHED' }, route)).toMatchObject(refused);
    expect(await read(id)).toMatchObject({ visibility: 'INTERNAL', status: 'DRAFT' });
  });
});

test('restoring a version keeps the current visibility', async () => {
  const { id } = await closed({ content: 'First text' });
  const restored = await author.request<DocumentResponse>('POST', `/documents/${id}/revisions/1/restore`);
  expect(restored).toMatchObject({ status: 200, body: { content: 'First text', visibility: 'INTERNAL', version: 3 } });
  expect((await hub.request('GET', `/documents/${id}`)).status).toBe(404);
});

test('importing the same file creates another document and changes none', async () => {
  const { id, slug, title } = await closed({ content: 'Closed text' });
  const imported = await importZip(
    author,
    await zip({ 'same.md': `---\ntitle: ${title}\nslug: ${slug}\nvisibility: public\n---\n\nOther text` }),
  );
  expect(imported).toMatchObject({ status: 200, body: { created: [{ slug: `${slug}-2` }] } });
  expect(await read(id)).toMatchObject({ visibility: 'INTERNAL', content: 'Closed text', version: 2 });
});

describe('pending edits', () => {
  beforeAll(() => hub.get(Settings).set(reviewEdits, true, null));
  afterAll(() => hub.get(Settings).set(reviewEdits, false, null));

  test('are refused when they remove the visibility INTERNAL', async () => {
    const { id } = await closed();
    expect(await put(author, id, { visibility: 'PUBLIC', title: 'Opened' })).toMatchObject(refused);
    expect(await read(id)).toMatchObject({ visibility: 'INTERNAL', pending_revision: null });
    expect(await put(author, id, { title: 'Mended' })).toMatchObject({ status: 202 });
    expect((await author.request('POST', `/documents/${id}/revisions/1/restore`)).status).toBe(202);
    expect((await author.request('GET', `/documents/${id}/draft`)).body).toMatchObject({ visibility: 'INTERNAL' });
  });

  test('are not approved without the permission when they set or remove INTERNAL', async () => {
    const admin = await hub.users.create('ADMIN');
    const curator = await hub.users.create(
      (await createRole(admin, ['content.view_internal', 'content.edit_any', 'content.set_internal'])).name,
    );
    const closing = await setDocumentStatus(editor, (await createDocument(author)).id, 'PUBLISHED');
    for (const { id, visibility } of [await closed(), closing]) {
      const wanted = visibility === 'INTERNAL' ? 'PUBLIC' : 'INTERNAL';
      expect((await put(curator, id, { visibility: wanted })).status).toBe(202);
      expect(await reviewer.request('POST', `/documents/${id}/review`, { body: { action: 'approve' } })).toMatchObject(
        visibility === 'INTERNAL' ? refused : refusal('Your role can’t choose the visibility INTERNAL.'),
      );
      expect(await read(id)).toMatchObject({ visibility, pending_revision: { author_id: curator.id } });
      expect(await editor.request('POST', `/documents/${id}/review`, { body: { action: 'approve' } })).toMatchObject({
        status: 200,
        body: { visibility: wanted, pending_revision: null },
      });
    }
  });

  test('can be returned by a reviewer without the permission', async () => {
    const { id } = await closed();
    const admin = await hub.users.create('ADMIN');
    const curator = await hub.users.create(
      (await createRole(admin, ['content.view_internal', 'content.edit_any', 'content.set_internal'])).name,
    );
    await put(curator, id, { visibility: 'PUBLIC' });
    expect(
      (
        await reviewer.request('POST', `/documents/${id}/review`, {
          body: { action: 'request_changes', note: 'Keep it closed.' },
        })
      ).status,
    ).toBe(200);
    expect(await read(id)).toMatchObject({ visibility: 'INTERNAL', pending_revision: null });
  });
});

test('texts from when a document was INTERNAL are for those who read INTERNAL content', async () => {
  const { id } = await closed({ content: 'The first plan' });
  await put(editor, id, { content: 'The inner plan' });
  await put(editor, id, { content: 'The open plan', visibility: 'PUBLIC' });
  const admin = await hub.users.create('ADMIN');
  const publisher = await hub.users.create((await createRole(admin, ['content.publish', 'content.edit_any'])).name);
  const versions = async (user: TestUser) =>
    (await user.request<{ version: number }[]>('GET', `/documents/${id}/revisions`)).body.map(({ version }) => version);
  const [last = 0, inner = 0, ...older] = await versions(editor);
  expect([await versions(author), await versions(publisher)]).toEqual([
    [last, inner, ...older],
    [last, older.at(-1)],
  ]);
  const paths = [`/documents/${id}/revisions/${inner}`, `/documents/${id}/revisions/${inner}/restore`];
  const statuses = async (user: TestUser) => [
    (await user.request('GET', paths[0]!)).status,
    (await user.request('POST', paths[1]!)).status,
  ];
  expect(await statuses(publisher)).toEqual([404, 404]);
  expect(await statuses(editor)).toEqual([200, 200]);
});

test('two edits in sequence do not bypass the permission', async () => {
  const { id } = await closed();
  const responses = await Promise.all(
    ['PUBLIC', 'INTERNAL', 'LOGGED_IN'].map((visibility) => put(author, id, { visibility })),
  );
  expect(responses.map(({ status }) => status)).toEqual([403, 200, 403]);
  const { body } = await author.request<DocumentSummaryResponse[]>('GET', `/documents?author_id=${author.id}`);
  expect(body.find((row) => row.id === id)).toMatchObject({ visibility: 'INTERNAL' });
});
