import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { SendRequest } from '../../../../test/support/http.js';
import { listDerivedRows } from '../../../../test/support/derived-rows.js';
import { findDifferences } from '../../../../test/support/reconciliation.js';
import {
  createReportedItem,
  createReporter,
  decide,
  hide,
  report,
  reportBySeveral,
  type ReportedItem,
} from '../../../../test/support/reports.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { reportedTypes } from './reported-subjects.service.js';

let hub: TestApp;
let admin: TestUser;
let reader: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
  reader = await hub.users.create();
});
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

/** Whether the request shows the item; undefined when something else is wrong. */
async function sees(request: SendRequest, { type, id, path }: ReportedItem): Promise<boolean | undefined> {
  const { status, body, text } = await request<{ id: string }[]>('GET', path);
  if (type === 'comment') return status === 200 ? text.includes(id) : undefined;
  return status === 200 ? !Array.isArray(body) : status === 404 ? false : undefined;
}

const tables = {
  document: 'content_items',
  video: 'content_items',
  comment: 'comments',
  thread: 'forum_threads',
  post: 'forum_posts',
};
const isHidden = async ({ type, id }: ReportedItem) =>
  (await hub.database.one<{ hidden: boolean }>(
    `select hidden_at is not null as hidden from ${tables[type]} where id = $1`,
    [id],
  ))!.hidden;

const audited = (id: string) =>
  hub.database.query<{ action: string }>(
    'select actor_id, actor_name, action, before, after from audit_log where subject_id = $1 order by id',
    [id],
  );

const listQueue = async () =>
  (await admin.request<{ items: { id: string }[] }>('GET', '/admin/moderation-queue?limit=200')).body.items;

test.each(reportedTypes)(
  'reports hide a %s once three users have sent them, and restore it when dismissed',
  async (type) => {
    const item = await createReportedItem(hub, admin, type);
    const before = await listDerivedRows(hub);
    await hub.request('GET', item.path);
    await reportBySeveral(hub, item, 2);
    expect([await sees(hub.request, item), await isHidden(item)]).toEqual([true, false]);
    await reportBySeveral(hub, item, 1);
    expect(await isHidden(item)).toBe(true);
    // The page that is cached for guests does not show it either.
    for (const { request } of [hub, reader]) expect(await sees(request, item)).toBe(false);
    for (const { request } of [item.author, admin]) expect(await sees(request, item)).toBe(true);
    expect((await report(reader.request, item)).status).toBe(404);
    expect(await findDifferences(hub)).toEqual([]);
    expect((await audited(item.id)).at(-1)).toEqual({
      actor_id: null,
      actor_name: 'System',
      action: `${type}.hidden`,
      before: { is_hidden: false },
      after: { is_hidden: true, reports: 3, author_id: item.author.id },
    });
    expect(await listDerivedRows(hub)).not.toEqual(before);

    await decide(hub, admin, item, 'dismiss');
    expect(await isHidden(item)).toBe(false);
    for (const { request } of [hub, reader]) expect(await sees(request, item)).toBe(true);
    // Without the reporters, who are new.
    const keys = new Set(before.map(({ key }) => key));
    expect((await listDerivedRows(hub)).filter(({ key }) => keys.has(key))).toEqual(before);
    expect(await findDifferences(hub)).toEqual([]);
    await reportBySeveral(hub, item, 3);
    expect([await isHidden(item), (await listQueue()).some(({ id }) => id === item.id)]).toEqual([false, true]);
  },
);

describe('reports', () => {
  let item: ReportedItem;
  beforeEach(async () => {
    item = await createReportedItem(hub, admin, 'comment');
  });
  const isOnlyQueued = async () =>
    expect([await isHidden(item), (await listQueue()).filter(({ id }) => id === item.id).length]).toEqual([false, 1]);

  test('hide an item once when ten arrive together', async () => {
    const reporters: TestUser[] = [];
    for (let i = 0; i < 10; i++) reporters.push(await createReporter(hub));
    const responses = await Promise.all(reporters.map(({ request }) => report(request, item)));
    const count = (wanted: number) => responses.filter(({ status }) => status === wanted).length;
    // Those that come after the third no longer see it.
    expect([count(201), count(404)]).toEqual([3, 7]);
    expect(await isHidden(item)).toBe(true);
    expect((await audited(item.id)).map(({ action }) => action)).toEqual(['comment.hidden']);
    expect(await findDifferences(hub)).toEqual([]);
  });

  test('of accounts made seconds ago do not hide an item, nor later', async () => {
    for (let i = 0; i < 5; i++) expect((await report((await hub.users.create()).request, item)).status).toBe(201);
    await isOnlyQueued();
    await reportBySeveral(hub, item, 2);
    await isOnlyQueued();
    await reportBySeveral(hub, item, 1);
    expect(await isHidden(item)).toBe(true);
  });

  test('do not hide again what a moderator restored after a decision, or without any report', async () => {
    const { request } = admin;
    await reportBySeveral(hub, item, 1);
    await decide(hub, admin, item, 'uphold');
    const unreported = await createReportedItem(hub, admin, 'comment');
    await hide(hub, unreported);
    for (const { id } of [item, unreported]) {
      const body = { item_id: id, item_type: 'comment' };
      expect((await request('POST', '/admin/restore-item', { body })).status).toBe(200);
    }
    for (item of [item, unreported]) {
      await reportBySeveral(hub, item, 4);
      await isOnlyQueued();
    }
  });

  test('of users who were deactivated do not count', async () => {
    const [gone] = await reportBySeveral(hub, item, 2);
    await hub.database.query('update users set deactivated_at = now() where id = $1', [gone?.id]);
    await reportBySeveral(hub, item, 1);
    await isOnlyQueued();
    await reportBySeveral(hub, item, 1);
    expect(await isHidden(item)).toBe(true);
    // The index of users, which other tests check, contains them again.
    await hub.database.query('update users set deactivated_at = null where id = $1', [gone?.id]);
  });

  test.each(['EDITOR', 'REVIEWER'])('do not hide what a user who is %s wrote', async (role) => {
    await hub.database.query('update users set role = $2 where id = $1', [item.author.id, role]);
    await reportBySeveral(hub, item, 4);
    await isOnlyQueued();
  });

  test('of a trusted user and of a moderator count twice, by the time of the report', async () => {
    const other = await createReportedItem(hub, admin, 'comment');
    const [trusted] = await reportBySeveral(hub, item, 1);
    await hub.database.query(`update users set created_at = now() - interval '31 days' where id = $1`, [trusted!.id]);
    await hub.database.query('update user_stats set reputation = 30 where user_id = $1', [trusted!.id]);
    await report(trusted!.request, other);
    expect(await isHidden(other)).toBe(false);
    expect((await report((await hub.users.create('EDITOR')).request, other)).status).toBe(201);
    expect(await isHidden(other)).toBe(true);
    await reportBySeveral(hub, item, 1);
    await isOnlyQueued();
    await hub.database.query('update user_stats set reputation = 0 where user_id = $1', [trusted!.id]);
  });
});
