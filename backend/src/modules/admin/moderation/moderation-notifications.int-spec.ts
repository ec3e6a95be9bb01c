import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  createReportedItem,
  decide,
  report,
  reportBySeveral,
  type ReportedItem,
} from '../../../../test/support/reports.js';
import { createForumCategory, createThread } from '../../../../test/support/forum.js';
import { waitForJobs } from '../../../../test/support/jobs.js';
import { createRole } from '../../../../test/support/roles.js';
import type { TestUser } from '../../../../test/support/users.js';
import { publishWithoutReview } from '../../../../test/support/videos.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { reportsClosed } from './moderation.events.js';
import { reportedTypes } from './reported-subjects.service.js';

interface Notification {
  kind: string;
  title: string;
  message: string;
  url: string;
  is_read: boolean;
}

let hub: TestApp;
let admin: TestUser;
let editor: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  await publishWithoutReview(hub);
});
beforeEach(async () => {
  await hub.database.query('delete from rate_limits');
  // New moderators, so that each test has empty inboxes.
  admin = await hub.users.create('ADMIN');
  editor = await hub.users.create('EDITOR');
});
afterAll(() => hub.close());

const inbox = async (user: TestUser) => {
  await waitForJobs(hub.database, 'moderation');
  return (await user.request<Notification[]>('GET', '/notifications')).body;
};
/** Kinds of unread notifications, and of read ones in brackets. */
const kinds = async (user: TestUser, ...other: string[]) =>
  (await inbox(user))
    .filter(({ kind }) => /report|item/.test(kind) || other.includes(kind))
    .map(({ kind, is_read }) => (is_read ? `(${kind})` : kind));
const getTitle = async ({ type, path }: ReportedItem) => {
  const { body } = await admin.request<{ title: string; thread_id: string }>('GET', path);
  if (type === 'post')
    return (await admin.request<{ title: string }>('GET', `/forum/threads/${body.thread_id}`)).body.title;
  if (type === 'comment')
    return (await admin.request<{ title: string }>('GET', path.replace('/comments/document', '/documents'))).body.title;
  return body.title;
};
const whats = {
  document: 'document',
  video: 'video',
  comment: 'comment on',
  thread: 'thread',
  post: 'post in',
};

describe.each(reportedTypes)('reports of a %s', (type) => {
  test('notify moderators once, once more when it is hidden, and all when they are dismissed', async () => {
    const item = await createReportedItem(hub, admin, type);
    const what = `${whats[type]} “${await getTitle(item)}”`;
    const [first] = await reportBySeveral(hub, item, 1);
    expect(await inbox(editor)).toEqual([
      expect.objectContaining({
        kind: 'item_reported',
        title: `A ${type} was reported`,
        message: `A user reported the ${what}: Advertisement`,
        is_read: false,
      }),
    ]);
    await reportBySeveral(hub, item, 1);
    expect(await kinds(editor)).toEqual(['item_reported']);
    await reportBySeveral(hub, item, 1);
    for (const moderator of [admin, editor]) expect(await kinds(moderator)).toEqual(['reports_hid_item']);
    expect((await inbox(editor))[0]).toMatchObject({
      title: `A ${type} was hidden after reports`,
      message: `Several users reported the ${what}. It is hidden until a moderator decides.`,
    });
    expect(await kinds(item.author)).toEqual(['item_hidden']);
    expect((await inbox(item.author))[0]).toMatchObject({
      title: `Your ${type} is hidden`,
      message: `Several users reported your ${what}. Only you and moderators can see it until a moderator decides.`,
    });
    expect(await kinds(first!)).toEqual([]);

    await decide(hub, editor, item, 'dismiss');
    expect(await kinds(item.author)).toEqual(['item_restored', 'item_hidden']);
    expect((await inbox(item.author))[0]).toMatchObject({
      title: `Your ${type} is visible again`,
      message: `A moderator reviewed the reports of your ${what}, and it can stay.`,
    });
    expect(await kinds(first!)).toEqual(['report_dismissed']);
    expect((await inbox(first!))[0]).toMatchObject({
      message: `Thank you for your report. A moderator reviewed the ${what} and decided that it can stay.`,
    });
    for (const moderator of [admin, editor]) expect(await kinds(moderator)).toEqual(['(reports_hid_item)']);
  });
});

test('reports that are upheld notify author and reporters, without its title', async () => {
  const item = await createReportedItem(hub, admin, 'comment');
  const [reporter] = await reportBySeveral(hub, item, 1);
  await kinds(editor);
  await decide(hub, editor, item, 'uphold');
  expect(await kinds(item.author)).toEqual(['item_hidden']);
  expect((await inbox(item.author))[0]).toMatchObject({ title: 'Your comment is hidden' });
  expect(await inbox(reporter!)).toEqual([
    expect.objectContaining({
      kind: 'report_upheld',
      title: 'Your report was reviewed',
      message: 'Thank you for your report. A moderator has hidden the comment.',
      url: '/notifications',
    }),
  ]);
  expect(await kinds(editor)).toEqual(['(item_reported)']);
});

test('an author is not notified of reports that were dismissed before they hid anything', async () => {
  const item = await createReportedItem(hub, admin, 'thread');
  await reportBySeveral(hub, item, 2);
  await decide(hub, editor, item, 'dismiss');
  expect(await kinds(item.author)).toEqual([]);
});

test('a moderator is not notified of their own report and decision, nor as the author', async () => {
  const item = await createReportedItem(hub, admin, 'thread');
  await hub.database.query(`update users set role = 'EDITOR' where id = $1`, [item.author.id]);
  expect((await report(editor.request, item)).status).toBe(201);
  expect([await kinds(editor), await kinds(item.author), await kinds(admin)]).toEqual([[], [], ['item_reported']]);
  await decide(hub, editor, item, 'uphold');
  expect([await kinds(editor), await kinds(item.author)]).toEqual([[], ['item_hidden']]);
});

test('another round of reports is a new notification', async () => {
  const item = await createReportedItem(hub, admin, 'document');
  await reportBySeveral(hub, item, 1);
  await kinds(editor);
  await decide(hub, admin, item, 'dismiss');
  await reportBySeveral(hub, item, 1);
  expect(await kinds(editor)).toEqual(['item_reported', '(item_reported)']);
});

test('reporters are notified when what they reported was deleted', async () => {
  const item = await createReportedItem(hub, admin, 'comment');
  const [reporter] = await reportBySeveral(hub, item, 1);
  await admin.request('DELETE', `/comments/${item.id}`);
  await waitForJobs(hub.database, 'close-reports');
  expect(await inbox(reporter!)).toMatchObject([
    { kind: 'report_upheld', message: 'Thank you for your report. The comment was deleted.' },
  ]);
  expect(await kinds(editor)).toEqual([]);
});

const mergeReported = async () => {
  const item = await createReportedItem(hub, admin, 'thread');
  const [reporter] = await reportBySeveral(hub, item, 1);
  await kinds(editor);
  const target = await createThread(admin, (await createForumCategory(admin)).id, { title: 'Where it is now' });
  const body = { target_id: target.id };
  expect((await editor.request('POST', `/forum/threads/${item.id}/merge`, { body })).status).toBe(200);
  await waitForJobs(hub.database, 'close-reports');
  return { item, reporter: reporter!, target };
};

describe('reporters of a thread that was merged into another', () => {
  test('are notified with the title and address of the other, and it is done for moderators', async () => {
    const { reporter, target } = await mergeReported();
    expect(await inbox(reporter)).toMatchObject([
      {
        kind: 'reported_thread_merged',
        title: 'Your report was reviewed',
        message:
          'Thank you for your report. The thread that you reported was merged into the thread “Where it is now”.',
        url: `/community/thread/${target.id}`,
      },
    ]);
    expect(await kinds(editor)).toEqual(['(item_reported)']);
  });

  test('are notified that it was deleted when the other was, too', async () => {
    const { item, reporter, target } = await mergeReported();
    await inbox(reporter);
    await admin.request('DELETE', `/forum/threads/${target.id}`);
    const subject = { type: 'thread', id: item.id } as const;
    await hub
      .get(Database)
      .transaction(() =>
        hub.get(Events).publish(reportsClosed, { subject, reporterIds: [reporter.id], reason: 'merged' }),
      );
    expect(await inbox(reporter)).toMatchObject([
      { kind: 'report_upheld', message: 'Thank you for your report. The thread was deleted.', url: '/notifications' },
    ]);
  });
});

test('moderators who may not see an item are not notified of it', async () => {
  const item = await createReportedItem(hub, admin, 'document');
  await admin.request('PUT', `/admin/documents/${item.id}`, { body: { visibility: 'INTERNAL' } });
  const moderator = await hub.users.create((await createRole(admin, ['moderation.handle'])).name);
  expect((await report(editor.request, item)).status).toBe(201);
  expect([await kinds(admin), await kinds(moderator)]).toEqual([['item_reported'], []]);
});
