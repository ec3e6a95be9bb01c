import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createDocument } from '../../../../test/support/documents.js';
import { waitForJobs } from '../../../../test/support/jobs.js';
import { createReportedItem, decide, report, reportBySeveral } from '../../../../test/support/reports.js';
import { createRole } from '../../../../test/support/roles.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { reportedTypes } from './reported-subjects.service.js';
import type { HiddenItemsResponse, ReportResponse } from './reports.dto.js';

let hub: TestApp;
let admin: TestUser;
let editor: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
  editor = await hub.users.create('EDITOR', 'Edda Editor');
});
beforeEach(async () => {
  await hub.database.query('delete from rate_limits');
  await hub.database.query('delete from reports');
});
afterAll(() => hub.close());

const list = (user: TestUser, query = '') => user.request<ReportResponse[]>('GET', `/admin/reports${query}`);
const hidden = async (query = '') =>
  (await editor.request<HiddenItemsResponse>('GET', `/admin/hidden-items${query}`)).body;
const restore = (user: TestUser, { id, type }: { id: string; type: string }, fields: object = {}) =>
  user.request<{ message: string; code: string }>('POST', '/admin/restore-item', {
    body: { item_id: id, item_type: type, ...fields },
  });
const isPublic = async ({ id, type, path }: { id: string; type: string; path: string }) => {
  const { status, text } = await hub.request('GET', path);
  return type === 'comment' ? text.includes(id) : status === 200;
};

describe('the list of reports', () => {
  test('names item, reporter and decision, the newest first', async () => {
    const [comment, thread] = [
      await createReportedItem(hub, admin, 'comment'),
      await createReportedItem(hub, admin, 'thread'),
    ];
    const [reporter] = await reportBySeveral(hub, comment, 1);
    await reportBySeveral(hub, thread, 1);
    await decide(hub, editor, comment, 'uphold');
    const { body, headers } = await list(editor);
    expect(headers['x-total-count']).toBe('2');
    expect(body).toMatchObject([
      { item_type: 'thread', item_id: thread.id, state: 'open', is_hidden: false, decided_by: null, decided_at: null },
      {
        item_type: 'comment',
        item_id: comment.id,
        excerpt: 'A remark',
        url: expect.stringContaining(comment.id),
        author_id: comment.author.id,
        author_name: comment.author.name,
        is_hidden: true,
        reason: 'Advertisement',
        state: 'upheld',
        reporter_id: reporter!.id,
        reporter_name: reporter!.name,
        decided_by_name: 'Edda Editor',
        decided_at: expect.any(String),
      },
    ]);
    expect((await list(editor, '?state=open')).body.map(({ item_id }) => item_id)).toEqual([thread.id]);
    expect((await list(editor, '?state=dismissed')).body).toEqual([]);
    expect((await list(editor, '?state=&type=comment')).body.map(({ item_id }) => item_id)).toEqual([comment.id]);
    expect((await list(editor, '?state=OPEN')).status).toBe(400);
  });

  test('keeps reports of deleted items, without their text', async () => {
    const thread = await createReportedItem(hub, admin, 'thread');
    await reportBySeveral(hub, thread, 1);
    await admin.request('DELETE', thread.path);
    await waitForJobs(hub.database, 'close-reports');
    expect((await list(editor)).body).toMatchObject([
      { item_id: thread.id, title: null, url: null, excerpt: null, state: 'upheld', decided_by: null },
    ]);
  });

  test('leaves out reports of what the moderator may not see', async () => {
    const { id } = await createDocument(admin, { status: 'PUBLISHED', visibility: 'INTERNAL' });
    await report(editor.request, { type: 'document', id });
    const { name } = await createRole(admin, ['moderation.handle']);
    const moderator = await hub.users.create(name);
    expect(await list(moderator)).toMatchObject({ body: [], headers: { 'x-total-count': '0' } });
    expect((await list(admin)).body).toHaveLength(1);
    expect((await list(await hub.users.create('REVIEWER'))).status).toBe(403);
  });
});

describe.each(reportedTypes)('a hidden %s', (type) => {
  test('is listed, and restored with a note to its author', async () => {
    const item = await createReportedItem(hub, admin, type);
    await reportBySeveral(hub, item, 1);
    await decide(hub, editor, item, 'uphold');
    expect((await hidden(`?type=${type}`)).items[0]).toMatchObject({
      id: item.id,
      type,
      author_name: item.author.name,
      has_open_reports: false,
    });
    expect(await isPublic(item)).toBe(false);
    const { status, body } = await restore(editor, item, { note: 'Thank you for the change.' });
    expect({ status, body }).toEqual({ status: 200, body: { message: 'Item restored successfully!' } });
    expect(await isPublic(item)).toBe(true);
    expect((await hidden()).items.map(({ id }) => id)).not.toContain(item.id);
    expect(
      await hub.database.one(
        'select actor_id, action, before, after from audit_log where subject_id = $1 order by id desc limit 1',
        [item.id],
      ),
    ).toEqual({
      actor_id: editor.id,
      action: `${type}.restored`,
      before: { is_hidden: true },
      after: { is_hidden: false, author_id: item.author.id, note: 'Thank you for the change.' },
    });
    await waitForJobs(hub.database, 'moderation');
    const inbox = await item.author.request<{ kind: string; message: string }[]>('GET', '/notifications');
    expect(inbox.body.find(({ kind }) => kind === 'item_restored')?.message).toContain('Thank you for the change.');
    expect(await restore(editor, item)).toMatchObject({ status: 409, body: { code: 'not_hidden' } });
    // The decision on the reports stays.
    expect((await list(editor)).body).toMatchObject([{ state: 'upheld', is_hidden: false }]);
  });
});

test('restoring what reports hid dismisses them', async () => {
  const item = await createReportedItem(hub, admin, 'post');
  await reportBySeveral(hub, item, 3);
  expect((await hidden()).items[0]).toMatchObject({ id: item.id, has_open_reports: true });
  expect((await restore(editor, item)).status).toBe(200);
  expect(await isPublic(item)).toBe(true);
  expect((await list(editor)).body.map(({ state }) => state)).toEqual(['dismissed', 'dismissed', 'dismissed']);
});

test('restoring needs moderation.handle and an existing item', async () => {
  const item = await createReportedItem(hub, admin, 'thread');
  expect((await restore(await hub.users.create('REVIEWER'), item)).status).toBe(403);
  expect((await restore(editor, { type: 'thread', id: randomUUID() })).status).toBe(404);
});
