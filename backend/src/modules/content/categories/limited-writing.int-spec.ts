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

const move = (user: TestUser, id: string, to: string) =>
  user.request<Answer & { detail: string }>('PUT', `/content/document/${id}/position`, { body: { category_id: to } });
const publish = (title: string, author: TestUser, fields: object = {}) =>
  createDocument(admin, { title, category_id: closed, status: 'PUBLISHED', ...fields }).then(async (made) => {
    await hub.database.query('update content_items set author_id = $2 where id = $1', [made.id, author.id]);
    return made;
  });

describe('a page that leaves for a category with other readers', () => {
  test('takes no page along that the user may not edit, whether or not they see it', async () => {
    const top = await publish('Top', writer);
    const hidden = await createDocument(admin, { title: 'Secret', category_id: closed, parent_id: top.id });
    const answers = [await move(writer, top.id, open), await edit(writer, top.id, { category_id: open })];
    expect(answers.map(outcome)).toEqual(Array.from({ length: 2 }, () => [403, 'child_not_permitted']));
    expect(JSON.stringify(answers)).not.toContain('Secret');
    const seen = await publish('Of another', admin, { parent_id: top.id });
    await hub.database.query('delete from content_items where id = $1', [hidden.id]);
    expect((await move(writer, top.id, open)).body.detail).toContain('“Of another”');
    expect((await hub.request('GET', `/documents/${seen.id}`)).status).toBe(404);
    expect((await move(admin, top.id, open)).status).toBe(200);
    expect((await hub.request('GET', `/documents/${seen.id}`)).status).toBe(200);
  });

  test('is reviewed as an edit is, also below a draft', async () => {
    const own = await publish('Own', writer);
    const draft = await createDocument(writer, { category_id: closed });
    const below = await publish('Below', writer, { parent_id: draft.id });
    await admin.request('PUT', '/admin/settings', { body: { values: { 'content.review_edits': true } } });
    expect([
      outcome(await move(writer, own.id, open)),
      outcome(await move(writer, draft.id, open)),
      outcome(await edit(writer, draft.id, { category_id: open })),
    ]).toEqual([
      [403, 'review_required'],
      [403, 'child_not_permitted'],
      [403, 'child_not_permitted'],
    ]);
    expect((await edit(writer, own.id, { category_id: open })).status).toBe(202);
    for (const { id } of [own, below]) expect((await hub.request('GET', `/documents/${id}`)).status).toBe(404);
    await admin.request('PUT', '/admin/settings', { body: { values: { 'content.review_edits': false } } });
    expect((await move(writer, draft.id, open)).status).toBe(200);
  });
});
