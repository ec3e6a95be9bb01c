import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setDocumentStatus, createDocument } from '../../../../test/support/documents.js';
import { encodeForm } from '../../../../test/support/forms.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createPng } from '../../../../test/support/images.js';
import { createRole } from '../../../../test/support/roles.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { DocumentResponse } from './documents.dto.js';

let hub: TestApp;
let admin: TestUser;
let editor: TestUser;
let author: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
  editor = await hub.users.create('EDITOR');
  author = await hub.users.create('CONTRIBUTOR');
});
afterAll(() => hub.close());

const logOf = (id: string) =>
  hub.database.query('select actor_id, action, before, after from audit_log where subject_id = $1 order by id', [id]);
const status = (user: TestUser, id: string, to: string) =>
  user.request<DocumentResponse>('PUT', `/documents/${id}/status`, { body: { status: to } });
const edit = (user: TestUser, id: string, body: object) =>
  user.request<DocumentResponse>('PUT', `/admin/documents/${id}`, { body });

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
    await edit(author, id, { title: 'By its author' });
    await author.request('POST', `/documents/${id}/thumbnail`, image);
    expect(await logOf(id)).toEqual([]);
    await edit(editor, id, { title: 'By an editor', note: 'Clearer.' });
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
  const stored = async () => (await editor.request<DocumentResponse>('GET', `/documents/${internal.id}`)).body;

  test('neither sees INTERNAL documents in review nor changes them', async () => {
    await setDocumentStatus(editor, internal.id, 'IN_REVIEW');
    const before = await stored();
    expect((await publisher.request('GET', `/documents/${internal.id}`)).status).toBe(404);
    const log = await logOf(internal.id);
    expect((await status(publisher, internal.id, 'PUBLISHED')).status).toBe(404);
    expect(
      (await publisher.request('POST', `/documents/${internal.id}/review`, { body: { action: 'approve' } })).status,
    ).toBe(404);
    for (const to of ['PUBLISHED', undefined])
      expect((await edit(publisher, internal.id, { title: 'Changed', status: to })).status).toBe(404);
    expect((await status(publisher, internal.id, 'ARCHIVED')).status).toBe(404);
    expect(await stored()).toEqual({ ...before, view_count: expect.any(Number) });
    expect(await logOf(internal.id)).toEqual(log);
  });

  test('may publish documents that are not INTERNAL', async () => {
    const { id } = await createDocument(author);
    expect((await publisher.request<DocumentResponse>('GET', `/documents/${id}`)).body.abilities).toMatchObject({
      publish: true,
    });
    expect(await status(publisher, id, 'PUBLISHED')).toMatchObject({ status: 200, body: { status: 'PUBLISHED' } });
  });

  test('may set INTERNAL on own published documents only', async () => {
    const { id } = await createDocument(editor, { status: 'PUBLISHED' });
    expect((await edit(publisher, id, { visibility: 'INTERNAL' })).status).toBe(404);
    expect((await editor.request<DocumentResponse>('GET', `/documents/${id}`)).body).toMatchObject({
      visibility: 'PUBLIC',
      version: 1,
    });
    const own = await createDocument(publisher, { status: 'PUBLISHED' });
    expect(await edit(publisher, own.id, { visibility: 'INTERNAL' })).toMatchObject({
      status: 200,
      body: { visibility: 'INTERNAL' },
    });
  });
});
