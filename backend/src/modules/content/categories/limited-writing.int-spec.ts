import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createCategory, createDocument, getDocument, setDocumentStatus } from '../../../../test/support/documents.js';
import { createGroup, limitReading } from '../../../../test/support/groups.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createVideo } from '../../../../test/support/videos.js';
import type { DocumentResponse } from '../documents/documents.dto.js';

/* What a category allows whose readers do not all write. Who reads it is tested by canary-categories.int-spec.ts. */

let hub: TestApp;
let admin: TestUser;
let reader: TestUser;
let writer: TestUser;
let moderator: TestUser;
let publisher: TestUser;
let readOnly: string;
let closed: string;
let open: string;
let document: DocumentResponse;

beforeAll(async () => {
  ({ hub, admin, reader, writer, moderator, publisher } = await createTestAppWithUsers({
    admin: 'ADMIN',
    reader: 'CONTRIBUTOR',
    writer: 'CONTRIBUTOR',
    moderator: 'CONTRIBUTOR',
    publisher: 'REVIEWER',
  }));
  const writers = await createGroup(hub, 'Writers', [writer]);
  const moderators = await createGroup(hub, 'Moderators', [moderator]);
  [readOnly, closed, open] = (await Promise.all(
    ['Read only', 'Closed', 'Open'].map(async (name) => (await createCategory(admin, { name })).id),
  )) as [string, string, string];
  await limitReading(admin, `/categories/${readOnly}`, null, {
    write_group_ids: [writers],
    moderate_group_ids: [moderators],
  });
  await limitReading(admin, `/categories/${closed}`, [writers]);
});
beforeEach(async () => {
  await hub.database.query('delete from rate_limits');
  document = await createDocument(writer, { category_id: readOnly });
  await setDocumentStatus(admin, document.id, 'PUBLISHED');
});
afterAll(() => hub.close());

type Answer = { code?: string };
const outcome = ({ status, body }: { status: number; body: Answer }) => [status, body.code];
const refused = [403, 'category_read_only'];
const edit = (user: TestUser, id: string, fields: object) =>
  user.request<Answer>('PUT', `/admin/documents/${id}`, { body: fields });
const comment = (user: TestUser, id: string) =>
  user.request<Answer & { id: string }>('POST', '/comments', {
    body: { content_type: 'document', content_id: id, content: 'Well said' },
  });
const react = (user: TestUser, id: string, type: string) =>
  user.request<Answer>('POST', '/reactions', {
    body: { content_type: 'document', content_id: id, reaction_type: type },
  });

describe('readers of a category in which others write', () => {
  test('read, keep bookmarks and change nothing', async () => {
    const own = await createDocument(reader, { category_id: open });
    await hub.database.query('update content_items set category_id = $2 where id = $1', [own.id, readOnly]);
    expect([
      outcome(
        await reader.request('POST', '/documents', { body: { title: 'T', content: 'C', category_id: readOnly } }),
      ),
      outcome(await edit(reader, own.id, { title: 'Changed' })),
      outcome(await reader.request('PUT', `/documents/${own.id}/status`, { body: { status: 'IN_REVIEW' } })),
      outcome(await reader.request('DELETE', `/admin/documents/${own.id}`)),
      outcome(await comment(reader, document.id)),
      outcome(await react(reader, document.id, 'LIKE')),
    ]).toEqual([refused, refused, refused, refused, refused, refused]);
    expect((await react(reader, document.id, 'BOOKMARK')).status).toBeLessThan(300);
    expect((await getDocument(reader, document.id)).abilities).toMatchObject({ comment: false, react: false });
    expect((await getDocument(reader, own.id)).abilities).toMatchObject({ edit: false, delete: false, submit: false });
  });

  test('keep the right to delete their comments, which they edit no more', async () => {
    const elsewhere = await createDocument(writer, { category_id: open });
    await setDocumentStatus(admin, elsewhere.id, 'PUBLISHED');
    const { id } = (await comment(reader, elsewhere.id)).body;
    await hub.database.query('update content_items set category_id = $2 where id = $1', [elsewhere.id, readOnly]);
    expect(outcome(await reader.request('PUT', `/comments/${id}`, { body: { content: 'Changed' } }))).toEqual(refused);
    expect((await reader.request('DELETE', `/comments/${id}`)).status).toBe(200);
  });

  test('review nothing in it, also with the permission to publish', async () => {
    const waiting = await createDocument(writer, { category_id: readOnly });
    await writer.request('PUT', `/documents/${waiting.id}/status`, { body: { status: 'IN_REVIEW' } });
    const body = { action: 'approve' };
    expect(outcome(await publisher.request('POST', `/documents/${waiting.id}/review`, { body }))).toEqual(refused);
  });

  test('move nothing into it', async () => {
    const own = await createDocument(reader, { category_id: open });
    const bulk = await publisher.request<{ results?: Answer[] }>('POST', '/admin/content/bulk', {
      body: { item_type: 'document', action: 'set_category', ids: [own.id], category_id: readOnly },
    });
    expect(bulk.status === 403 || bulk.body.results?.every(({ code }) => code !== null)).toBe(true);
    expect([
      outcome(await edit(reader, own.id, { category_id: readOnly })),
      outcome(await reader.request('PUT', `/content/document/${own.id}/position`, { body: { category_id: readOnly } })),
    ]).toEqual([refused, refused]);
    expect((await getDocument(reader, own.id)).category_id).toBe(open);
  });

  test('a category that they may not read is as missing as others', async () => {
    const own = await createDocument(reader, { category_id: open });
    const missing = '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f';
    const [first, second] = [
      await edit(reader, own.id, { category_id: closed }),
      await edit(reader, own.id, { category_id: missing }),
    ];
    expect(first.status).toBe(400);
    expect({ ...first.body, request_id: '' }).toEqual({ ...second.body, request_id: '' });
  });
});

test('members of a group that writes do so', async () => {
  expect((await edit(writer, document.id, { title: 'Changed' })).status).toBe(200);
  expect((await comment(writer, document.id)).status).toBe(201);
  expect((await getDocument(writer, document.id)).abilities).toMatchObject({ edit: true, comment: true, react: true });
});

describe('members of a group that moderates', () => {
  test('see drafts, edit, publish and review what is in it', async () => {
    const draft = await createDocument(writer, { category_id: readOnly });
    expect((await getDocument(moderator, draft.id)).abilities).toMatchObject({ edit: true, publish: true });
    expect((await edit(moderator, draft.id, { title: 'Changed' })).status).toBe(200);
    await writer.request('PUT', `/documents/${draft.id}/status`, { body: { status: 'IN_REVIEW' } });
    const approved = await moderator.request<DocumentResponse>('POST', `/documents/${draft.id}/review`, {
      body: { action: 'approve' },
    });
    expect([approved.status, approved.body.status]).toEqual([200, 'PUBLISHED']);
    const made = await createDocument(moderator, { category_id: readOnly, status: 'PUBLISHED' });
    expect(made.status).toBe('PUBLISHED');
  });

  test('have no such rights outside of it, nor move what is published there', async () => {
    const draft = await createDocument(writer, { category_id: open });
    expect((await moderator.request('GET', `/documents/${draft.id}`)).status).toBe(404);
    expect((await createDocument(moderator, { category_id: open, status: 'PUBLISHED' })).status).toBe('DRAFT');
    const made = await createDocument(moderator, { category_id: readOnly, status: 'PUBLISHED' });
    expect(outcome(await edit(moderator, made.id, { category_id: open }))).toEqual([403, 'permission_missing']);
    expect(
      outcome(await moderator.request('PUT', `/content/document/${made.id}/position`, { body: { category_id: open } })),
    ).toEqual([403, 'permission_missing']);
    expect((await edit(admin, made.id, { category_id: open })).status).toBe(200);
  });

  test('publish videos in it, too', async () => {
    const video = await createVideo(writer, { category_id: readOnly });
    const reviewed = await moderator.request('POST', `/videos/${video.id}/review`, { body: { action: 'approve' } });
    expect(reviewed.status).toBe(200);
    expect((await reader.request('GET', `/videos/${video.id}`)).status).toBe(200);
  });

  test('others are refused a review as before', async () => {
    const waiting = await createDocument(reader, { category_id: open });
    await reader.request('PUT', `/documents/${waiting.id}/status`, { body: { status: 'IN_REVIEW' } });
    const body = { action: 'approve' };
    expect(outcome(await reader.request('POST', `/documents/${waiting.id}/review`, { body }))).toEqual([
      403,
      'permission_missing',
    ]);
    expect((await writer.request('POST', `/documents/${waiting.id}/review`, { body })).status).toBe(403);
    expect((await moderator.request('POST', `/documents/${waiting.id}/review`, { body })).status).toBe(404);
  });
});
