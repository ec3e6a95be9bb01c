import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createDocument, setDocumentStatus } from '../../../../test/support/documents.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createRole } from '../../../../test/support/roles.js';
import { type TestApp, createTestAppWithUsers } from '../../../../test/support/test-app.js';
import { importZip } from '../../../../test/support/transfer.js';
import { zip } from '../../../../test/support/zip.js';
import { Settings } from '../../../platform/settings/settings.js';
import type { DocumentResponse } from './documents.dto.js';
import { editsNeedReview } from '../items/review.settings.js';
import { encodeForm } from '../../../../test/support/forms.js';
import { createPng } from '../../../../test/support/images.js';

/* Only holders of content.set_internal set or remove the visibility INTERNAL, by any command; what is audited. */

let hub: TestApp;
let admin: TestUser;
let author: TestUser;
let reviewer: TestUser;
let editor: TestUser;
beforeAll(async () => {
  ({ hub, admin, author, reviewer, editor } = await createTestAppWithUsers({
    admin: 'ADMIN',
    author: 'CONTRIBUTOR',
    reviewer: 'REVIEWER',
    editor: 'EDITOR',
  }));
});
afterAll(() => hub.close());

const refusal = (message: string) => ({
  status: 403,
  body: { code: 'internal_not_allowed', detail: message, errors: [{ field: 'visibility', message }] },
});
const refused = refusal('Your role can’t change the visibility of internal content.');
const put = (user: TestUser, id: string, body: object, route = '') =>
  user.request<DocumentResponse>('PUT', `/admin/documents/${id}${route}`, { body });
const read = async (id: string) => (await editor.request<DocumentResponse>('GET', `/documents/${id}`)).body;

/** A published document of the author that an editor made INTERNAL. */
async function closed(fields: object = {}): Promise<DocumentResponse> {
  const { id } = await setDocumentStatus(editor, (await createDocument(author, fields)).id, 'PUBLISHED');
  return (await put(editor, id, { visibility: 'INTERNAL' })).body;
}

describe('PUT /admin/documents/{id}', () => {
  test.each(['PUBLIC', 'LOGGED_IN'])(
    'refuses %s by an author without the permission, and saves nothing',
    async (visibility) => {
      const { id, version } = await closed();
      expect(await put(author, id, { visibility, title: 'Opened' })).toMatchObject(refused);
      expect(await put(author, id, { visibility, status: 'ARCHIVED' }, '/enhanced')).toMatchObject(refused);
      expect(await read(id)).toMatchObject({ visibility: 'INTERNAL', version, status: 'PUBLISHED' });
      expect((await hub.request('GET', `/documents/${id}`)).status).toBe(404);
    },
  );

  test('saves the other fields, with or without the visibility', async () => {
    const { id } = await closed();
    expect(await put(author, id, { title: 'Mended' }, '/enhanced')).toMatchObject({
      status: 200,
      body: { title: 'Mended', visibility: 'INTERNAL' },
    });
    expect(await put(author, id, { title: 'Again', visibility: 'INTERNAL' })).toMatchObject({
      status: 200,
      body: { title: 'Again', visibility: 'INTERNAL' },
    });
  });

  test('changes the visibility for holders of the permission', async () => {
    const { id } = await closed();
    expect(await put(editor, id, { visibility: 'PUBLIC' })).toMatchObject({
      status: 200,
      body: { visibility: 'PUBLIC' },
    });
    expect(await put(author, id, { visibility: 'LOGGED_IN' })).toMatchObject({
      status: 200,
      body: { visibility: 'LOGGED_IN' },
    });
  });

  test('refuses reviewers, for drafts too', async () => {
    const { id } = await createDocument(reviewer);
    await put(editor, id, { visibility: 'INTERNAL' });
    expect(await put(reviewer, id, { visibility: 'PUBLIC' })).toMatchObject(refused);
    expect(await put(reviewer, id, { visibility: 'PUBLIC', status: 'PUBLISHED' })).toMatchObject(refused);
    expect(await read(id)).toMatchObject({ visibility: 'INTERNAL', status: 'DRAFT' });
  });
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
  let curator: TestUser;
  beforeAll(async () => {
    const permissions = ['content.view_internal', 'content.edit_any', 'content.set_internal'];
    curator = await hub.users.create((await createRole(admin, permissions)).name);
    await hub.get(Settings).set(editsNeedReview, true, null);
  });
  afterAll(() => hub.get(Settings).set(editsNeedReview, false, null));

  test('are refused when they remove the visibility INTERNAL', async () => {
    const { id } = await closed();
    expect(await put(author, id, { visibility: 'PUBLIC', title: 'Opened' })).toMatchObject(refused);
    expect(await read(id)).toMatchObject({ visibility: 'INTERNAL', pending_revision: null });
    expect(await put(author, id, { title: 'Mended' })).toMatchObject({ status: 202 });
    expect((await author.request('POST', `/documents/${id}/revisions/1/restore`)).status).toBe(202);
    expect((await author.request('GET', `/documents/${id}/draft`)).body).toMatchObject({ visibility: 'INTERNAL' });
  });

  test('are not approved without the permission when they set or remove INTERNAL', async () => {
    const closing = await setDocumentStatus(editor, (await createDocument(author)).id, 'PUBLISHED');
    for (const { id, visibility } of [await closed(), closing]) {
      const wanted = visibility === 'INTERNAL' ? 'PUBLIC' : 'INTERNAL';
      expect((await put(curator, id, { visibility: wanted })).status).toBe(202);
      expect(await reviewer.request('POST', `/documents/${id}/review`, { body: { action: 'approve' } })).toMatchObject(
        visibility === 'INTERNAL' ? refused : refusal('Your role can’t make content internal.'),
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

const logOf = (id: string) =>
  hub.database.query('select actor_id, action, before, after from audit_log where subject_id = $1 order by id', [id]);
const status = (user: TestUser, id: string, to: string) =>
  user.request<DocumentResponse>('PUT', `/documents/${id}/status`, { body: { status: to } });

describe('the audit log contains', () => {
  test('status changes that need content.publish, and none that every author may make', async () => {
    const { id, title } = await createDocument(editor);
    for (const to of ['IN_REVIEW', 'DRAFT', 'PUBLISHED', 'ARCHIVED', 'DRAFT'])
      expect((await status(editor, id, to)).status).toBe(200);
    const moved = (before: string, after: string) => ({
      actor_id: editor.id,
      action: 'document.status_changed',
      before: { status: before, title },
      after: { status: after, title },
    });
    expect(await logOf(id)).toEqual([moved('DRAFT', 'PUBLISHED'), moved('ARCHIVED', 'DRAFT')]);
  });

  test('the first status of a new document other than DRAFT', async () => {
    const given = await Promise.all(
      ['PUBLISHED', 'ARCHIVED', 'IN_REVIEW', 'DRAFT', undefined].map(
        async (to) => (await logOf((await createDocument(editor, { status: to })).id)).length,
      ),
    );
    expect(given).toEqual([1, 1, 0, 0, 0]);
    const { id, title } = await createDocument(editor, { status: 'PUBLISHED' });
    expect(await logOf(id)).toEqual([
      {
        actor_id: editor.id,
        action: 'document.status_changed',
        before: { status: 'DRAFT', title },
        after: { status: 'PUBLISHED', title },
      },
    ]);
  });

  test('changes of other users’ texts and thumbnails, and none of own ones', async () => {
    const { id, version } = await createDocument(author);
    const image = await encodeForm({ thumbnail: await createPng(300, 200) });
    await put(author, id, { title: 'By its author' });
    await author.request('POST', `/documents/${id}/thumbnail`, image);
    expect(await logOf(id)).toEqual([]);
    await put(editor, id, { title: 'By an editor', note: 'Clearer.' });
    await editor.request('DELETE', `/documents/${id}/thumbnail`);
    await editor.request('POST', `/documents/${id}/revisions/1/restore`);
    expect(await logOf(id)).toEqual([
      {
        actor_id: editor.id,
        action: 'document.edited',
        before: { version: version + 1 },
        after: { version: version + 2, title: 'By an editor', visibility: 'PUBLIC', note: 'Clearer.' },
      },
      {
        actor_id: editor.id,
        action: 'document.thumbnail_changed',
        before: { thumbnail_file_id: expect.any(String) },
        after: { thumbnail_file_id: null },
      },
      {
        actor_id: editor.id,
        action: 'document.edited',
        before: { version: version + 2 },
        after: expect.objectContaining({ version: version + 3, note: 'Restored version 1' }),
      },
    ]);
  });
});

describe('a reviewer without content.view_internal', () => {
  let publisher: TestUser;
  let internal: DocumentResponse;
  beforeAll(async () => {
    publisher = await hub.users.create(
      (
        await createRole(admin, [
          'content.create',
          'content.publish',
          'content.edit_any',
          'content.set_internal',
          'comments.create',
        ])
      ).name,
    );
    internal = await createDocument(editor, { visibility: 'INTERNAL' });
  });

  test('neither sees INTERNAL documents in review nor changes them', async () => {
    await setDocumentStatus(editor, internal.id, 'IN_REVIEW');
    const before = await read(internal.id);
    expect((await publisher.request('GET', `/documents/${internal.id}`)).status).toBe(404);
    const log = await logOf(internal.id);
    expect((await status(publisher, internal.id, 'PUBLISHED')).status).toBe(404);
    expect(
      (await publisher.request('POST', `/documents/${internal.id}/review`, { body: { action: 'approve' } })).status,
    ).toBe(404);
    for (const to of ['PUBLISHED', undefined])
      expect((await put(publisher, internal.id, { title: 'Changed', status: to })).status).toBe(404);
    expect((await status(publisher, internal.id, 'ARCHIVED')).status).toBe(404);
    expect(await read(internal.id)).toEqual({ ...before, view_count: expect.any(Number) });
    expect(await logOf(internal.id)).toEqual(log);
  });

  test('may set INTERNAL on own published documents only', async () => {
    const { id } = await createDocument(editor, { status: 'PUBLISHED' });
    expect((await put(publisher, id, { visibility: 'INTERNAL' })).status).toBe(404);
    expect((await editor.request<DocumentResponse>('GET', `/documents/${id}`)).body).toMatchObject({
      visibility: 'PUBLIC',
      version: 1,
    });
    const own = await createDocument(publisher, { status: 'PUBLISHED' });
    expect(await put(publisher, own.id, { visibility: 'INTERNAL' })).toMatchObject({
      status: 200,
      body: { visibility: 'INTERNAL' },
    });
  });
});
