import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  createReportedItem,
  decide,
  report,
  reportBySeveral,
  type ReportedItem,
} from '../../../../test/support/reports.js';
import { createDocument } from '../../../../test/support/documents.js';
import { createForumCategory, createThread, reply } from '../../../../test/support/forum.js';
import { waitForJobs } from '../../../../test/support/jobs.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { Decision } from './moderation.events.js';
import { reportedTypes } from './reported-subjects.service.js';

let hub: TestApp;
let admin: TestUser;
let editor: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
  editor = await hub.users.create('EDITOR');
});
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

const reportsOf = (id: string) =>
  hub.database.query<{ state: string; decided_by: string | null; decided: boolean }>(
    'select state, decided_by, decided_at is not null as decided from reports where subject_id = $1 order by id',
    [id],
  );
const lastAudit = (id: string) =>
  hub.database.one<object>(
    'select actor_id, action, before, after from audit_log where subject_id = $1 order by id desc limit 1',
    [id],
  );

describe('a decision on a post', () => {
  const type = 'post';
  let item: ReportedItem;
  beforeEach(async () => {
    item = await createReportedItem(hub, admin, type);
  });

  test.each<[Decision, number, string, boolean, boolean]>([
    ['dismiss', 1, 'DISMISSED', false, false],
    ['dismiss', 3, 'DISMISSED', true, false],
    ['uphold', 1, 'UPHELD', false, true],
    ['uphold', 3, 'UPHELD', true, true],
  ])('%s, after %i reports', async (decision, number, state, wasHidden, isHidden) => {
    await reportBySeveral(hub, item, number);
    await decide(hub, editor, item, decision);
    expect(await reportsOf(item.id)).toEqual(
      Array.from({ length: number }, () => ({ state, decided_by: editor.id, decided: true })),
    );
    expect(await lastAudit(item.id)).toEqual({
      actor_id: editor.id,
      action: `${type}.reports_${decision === 'uphold' ? 'upheld' : 'dismissed'}`,
      before: { is_hidden: wasHidden },
      after: { is_hidden: isHidden, reports: number, author_id: item.author.id },
    });
    expect((await hub.request('GET', item.path)).status).toBe(isHidden ? 404 : 200);
    for (const again of ['dismiss', 'uphold'] as const)
      await expect(decide(hub, admin, item, again)).rejects.toMatchObject({ status: 409, code: 'already_decided' });
  });

  test('is refused to its author, unless the author is an administrator', async () => {
    await reportBySeveral(hub, item, 3);
    await hub.database.query('update users set role = $2 where id = $1', [item.author.id, 'EDITOR']);
    const body = { item_id: item.id, item_type: type, reason: 'report' };
    for (const action of ['approve', 'reject'])
      expect(await item.author.request('POST', '/admin/moderate-item', { body: { ...body, action } })).toMatchObject({
        status: 403,
        body: { code: 'own_content' },
      });
    const { body: queue } = await item.author.request<{ items: { id: string; abilities: object }[] }>(
      'GET',
      `/admin/moderation-queue?type=${type}&reason=report&limit=100`,
    );
    expect(queue.items.find(({ id }) => id === item.id)?.abilities).toEqual({ decide: false });
    await hub.database.query('update users set role = $2 where id = $1', [item.author.id, 'ADMIN']);
    const own = await item.author.request('POST', '/admin/moderate-item', { body: { ...body, action: 'approve' } });
    expect(own.status).toBe(200);
  });

  test('is one of several that are made together', async () => {
    await reportBySeveral(hub, item);
    const decisions = (['dismiss', 'uphold', 'dismiss', 'uphold'] as const).map((each) =>
      decide(hub, editor, item, each),
    );
    const outcomes = await Promise.allSettled(decisions);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 409 });
  });

  test('needs an open report and moderation.handle', async () => {
    await expect(decide(hub, editor, item, 'uphold')).rejects.toMatchObject({ status: 409, code: 'already_decided' });
    await expect(decide(hub, editor, { type, id: randomUUID() }, 'uphold')).rejects.toMatchObject({ status: 404 });
    await reportBySeveral(hub, item);
    const others = ['forum.moderate', 'content.edit_any', 'admin.content'];
    await expect(decide(hub, editor, item, 'dismiss', others)).rejects.toMatchObject({
      status: 403,
      code: 'permission_missing',
      details: { required_roles: ['ADMIN', 'EDITOR'] },
    });
    expect((await reportsOf(item.id))[0]?.state).toBe('OPEN');
  });
});

test('a moderator cannot decide on what they may not see', async () => {
  const { id } = await createDocument(admin, { status: 'PUBLISHED', visibility: 'INTERNAL' });
  await reportBySeveral(hub, await createReportedItem(hub, admin, 'document'));
  expect((await report(editor.request, { type: 'document', id })).status).toBe(201);
  await expect(decide(hub, editor, { type: 'document', id }, 'uphold', ['moderation.handle'])).rejects.toMatchObject({
    status: 404,
  });
});

async function remove(user: TestUser, path: string): Promise<void> {
  expect((await user.request('DELETE', path)).status).toBe(200);
  await waitForJobs(hub.database, 'close-reports');
}

describe('deleting closes open reports', () => {
  const closed = { state: 'UPHELD', decided_by: null, decided: true };

  test.each(reportedTypes)('of a %s', async (type) => {
    const item = await createReportedItem(hub, admin, type);
    const other = await createReportedItem(hub, admin, type);
    await reportBySeveral(hub, item, 2);
    await reportBySeveral(hub, other, 1);
    const paths = {
      document: `/admin/documents/${item.id}`,
      video: `/admin/videos/${item.id}`,
      comment: `/comments/${item.id}`,
    };
    await remove(admin, type in paths ? paths[type as keyof typeof paths] : item.path);
    expect(await reportsOf(item.id)).toEqual([closed, closed]);
    expect((await reportsOf(other.id))[0]?.state).toBe('OPEN');
    await expect(decide(hub, editor, item, 'uphold')).rejects.toMatchObject({ status: 404 });
  });

  test('of the comments on a document and the posts of a thread', async () => {
    const { id: content_id } = await createDocument(admin, { status: 'PUBLISHED' });
    const body = { content_type: 'document', content_id, content: 'A remark' };
    const { id: commentId } = (await admin.request<{ id: string }>('POST', '/comments', { body })).body;
    const thread = await createThread(admin, (await createForumCategory(admin)).id);
    const post = await reply(admin, thread.id);
    const other = await createReportedItem(hub, admin, 'post');
    await reportBySeveral(hub, { type: 'comment', id: commentId }, 1);
    await reportBySeveral(hub, { type: 'post', id: post.id }, 2);
    await reportBySeveral(hub, other, 1);
    await remove(admin, `/admin/documents/${content_id}`);
    await remove(admin, `/forum/threads/${thread.id}`);
    expect(await reportsOf(commentId)).toEqual([closed]);
    expect(await reportsOf(post.id)).toEqual([closed, closed]);
    expect((await reportsOf(other.id))[0]?.state).toBe('OPEN');
  });

  test('of a thread that was merged into another; those of its posts stay open', async () => {
    const { id: categoryId } = await createForumCategory(admin);
    const [thread, target] = [await createThread(admin, categoryId), await createThread(admin, categoryId)];
    const post = await reply(admin, thread.id);
    await reportBySeveral(hub, { type: 'thread', id: thread.id }, 1);
    await reportBySeveral(hub, { type: 'post', id: post.id }, 1);
    const merged = await editor.request('POST', `/forum/threads/${thread.id}/merge`, {
      body: { target_id: target.id },
    });
    expect(merged.status).toBe(200);
    await waitForJobs(hub.database, 'close-reports');
    expect(await reportsOf(thread.id)).toEqual([closed]);
    expect((await reportsOf(post.id))[0]?.state).toBe('OPEN');
  });

  test('earlier decisions stay', async () => {
    const item = await createReportedItem(hub, admin, 'thread');
    await reportBySeveral(hub, item, 1);
    await decide(hub, editor, item, 'dismiss');
    await remove(admin, item.path);
    expect(await reportsOf(item.id)).toEqual([{ state: 'DISMISSED', decided_by: editor.id, decided: true }]);
  });
});
