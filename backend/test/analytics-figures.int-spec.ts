import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { createDocument, setDocumentStatus } from './support/documents.js';
import { createForumCategory, createThread, reply } from './support/forum.js';
import { waitForJobs } from './support/jobs.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';
import { createVideo } from './support/videos.js';
import { Reconciliation } from '../src/platform/database/reconciliation.js';
import { Settings } from '../src/platform/settings/settings.js';
import { ItemViewCounter } from '../src/modules/content/views/view-counter.js';
import { ThreadViewCounter } from '../src/modules/forum/reading/thread-view-counter.js';
import { type ActivityEntry, ActivityLog } from '../src/modules/analytics/activity/activity-log.js';
import { retentionDays } from '../src/modules/analytics/analytics.settings.js';
import type {
  OverviewResponse,
  SeriesPointResponse,
  SeriesResponse,
  TopContentResponse,
} from '../src/modules/analytics/analytics.dto.js';
import { intervals, ranges } from '../src/modules/analytics/figures/ranges.js';
import { TopContentService } from '../src/modules/analytics/figures/top-content.service.js';

const DAY = 24 * 3600_000;

let hub: TestApp;
let editor: TestUser;
let ann: TestUser;
let document: string;
let video: string;
let thread: string;

beforeAll(async () => {
  hub = await createTestApp();
  editor = await hub.users.create('EDITOR');
  ann = await hub.users.create('CONTRIBUTOR');
  const { id: categoryId } = await createForumCategory(await hub.users.create('ADMIN'));
  document = (await createDocument(ann, { title: 'Read by all' })).id;
  await setDocumentStatus(editor, document, 'PUBLISHED');
  await createDocument(ann);
  video = (await createVideo(editor)).id;
  thread = (await createThread(ann, categoryId)).id;
  await reply(editor, thread);
  await reply(ann, thread);
  await ann.request('POST', '/comments', {
    body: { content_type: 'document', content_id: document, content: 'A comment.' },
  });
  for (const guest of ['198.51.100.1', '198.51.100.2', '198.51.100.2'])
    for (const path of [`documents/${document}`, `videos/${video}`, `forum/threads/${thread}`])
      await hub.app.inject({ url: `/api/${path}`, remoteAddress: guest });
  await editor.request('GET', `/documents/${document}`);
  await editor.request('GET', `/forum/threads/${thread}`);
  await flush();
  await recordPast();
});
afterAll(() => hub.close());

async function flush(): Promise<void> {
  // Twice: a periodic flush that is running lacks the latest views.
  for (let i = 0; i < 2; i++)
    for (const views of [hub.get(ItemViewCounter), hub.get(ThreadViewCounter)]) await views.flush();
  await waitForJobs(hub.database, '.activity');
}

const eventAt = (at: Date, fields: Partial<ActivityEntry>): ActivityEntry => ({
  id: uuidv7({ msecs: at.getTime() }),
  action: 'viewed',
  content_type: 'document',
  content_id: document,
  user_id: null,
  created_at: at,
  ...fields,
});

/** Two events on every third day of the last 14 months: at its first and at its last millisecond (UTC). */
async function recordPast(): Promise<void> {
  const today = Math.floor(Date.now() / DAY) * DAY;
  const kinds = [
    { action: 'viewed', content_type: 'document', content_id: document },
    { action: 'viewed', content_type: 'video', content_id: video },
    { action: 'viewed', content_type: 'thread', content_id: thread },
    { action: 'created', content_type: 'document' },
    { action: 'created', content_type: 'video' },
    { action: 'commented', content_type: 'comment' },
    { action: 'registered', content_type: 'user' },
    { action: 'published', content_type: 'document' },
  ];
  const past = Array.from({ length: 142 }, (_, n) => (n + 1) * 3).flatMap((day, n) => [
    eventAt(new Date(today - day * DAY), { ...kinds[n % kinds.length], user_id: n % 2 ? ann.id : null }),
    eventAt(new Date(today - (day - 1) * DAY - 1), {
      ...kinds[(n * 3) % kinds.length],
      user_id: n % 3 ? editor.id : null,
    }),
  ]);
  await hub.get(ActivityLog).recordAll(past);
}

const get = async <T>(path: string, user = editor) => (await user.request<T>('GET', path)).body;
const count = async (sql: string, parameters: unknown[] = []) =>
  (await hub.database.one<{ n: number }>(`select count(*)::int as n from ${sql}`, parameters))!.n;
const differences = async () =>
  (await hub.get(Reconciliation).run({ fix: false })).filter((check) => check.differences > 0);

/** Each figure as a count of events. */
const conditions: Record<Exclude<keyof SeriesPointResponse, 'start' | 'active_users'>, string> = {
  document_views: `action = 'viewed' and content_type = 'document'`,
  video_views: `action = 'viewed' and content_type = 'video'`,
  thread_views: `action = 'viewed' and content_type = 'thread'`,
  new_documents: `action = 'created' and content_type = 'document'`,
  new_videos: `action = 'created' and content_type = 'video'`,
  new_threads: `action = 'created' and content_type = 'thread'`,
  comments: `action = 'commented'`,
  replies: `action = 'replied'`,
  sign_ups: `action = 'registered'`,
};

const DAY_OF = `date_trunc('day', created_at at time zone 'UTC')`;
/** of the range whose days before today are the second parameter */
const FIRST_DAY = `(date_trunc('day', now() at time zone 'UTC') - $2::interval)`;

const isEmpty = ({ start: _start, ...figures }: SeriesPointResponse) =>
  Object.values(figures).every((figure) => figure === 0);

describe.each(intervals)('the series by %s', (interval) => {
  test.each(ranges)('of %s equals counts of the events', async (range) => {
    const { points } = await get<SeriesResponse>(`/analytics/series?interval=${interval}&range=${range}`);
    const expected = await hub.database.query<SeriesPointResponse>(
      `select to_char(date_trunc($1, created_at at time zone 'UTC'), 'YYYY-MM-DD') as start,
              ${Object.entries(conditions)
                .map(
                  ([name, condition]) =>
                    `(count(*) filter (where ${condition} and ${DAY_OF} >= ${FIRST_DAY}))::int as ${name}`,
                )
                .join(', ')},
              count(distinct user_id)::int as active_users
       from activity
       where ${DAY_OF} >= date_trunc($1, ${FIRST_DAY})
       group by 1 order by 1`,
      [interval, `${Number.parseInt(range) - 1} days`],
    );
    expect(points.filter((point) => !isEmpty(point))).toEqual(expected.filter((point) => !isEmpty(point)));
    expect(expected.length).toBeGreaterThan(interval === 'day' ? 2 : 0);
    // No gaps, and the range ends today.
    const starts = points.map(({ start }) => start);
    expect(starts).toEqual(starts.toSorted());
    if (interval === 'day') expect(starts).toHaveLength(Number.parseInt(range));
    expect(Date.parse(points.at(-1)!.start)).toBeLessThanOrEqual(Date.now());
  });
});

test('the figures of today equal the rows of the other modules', async () => {
  const { points } = await get<SeriesResponse>('/analytics/series?range=7d');
  expect(points.at(-1)).toEqual({
    start: new Date().toISOString().slice(0, 10),
    document_views: await count('view_days d join content_items i on i.id = d.item_id where kind = $1', ['document']),
    video_views: await count('view_days d join content_items i on i.id = d.item_id where kind = $1', ['video']),
    thread_views: await count('thread_view_days'),
    new_documents: await count(`content_items where kind = 'document'`),
    new_videos: await count(`content_items where kind = 'video'`),
    new_threads: await count('forum_threads'),
    comments: await count('comments'),
    replies: await count('forum_posts where number > 1'),
    sign_ups: await count('users'),
    active_users: await count(
      '(select distinct user_id from activity where created_at > $1 and user_id is not null) u',
      [new Date(Math.floor(Date.now() / DAY) * DAY)],
    ),
  });
  expect(points.at(-1)).toMatchObject({ document_views: 3, video_views: 2, thread_views: 3 });
});

test('totals and growth equal counts', async () => {
  const { totals, growth } = await get<OverviewResponse>('/analytics/overview');
  expect(totals).toEqual({
    documents: await count(`content_items where kind = 'document'`),
    videos: await count(`content_items where kind = 'video'`),
    users: await count('users'),
    views: await count('view_days'),
  });
  const getGrowth = async (condition: string) => {
    const day = `(created_at at time zone 'UTC')::date`;
    const today = `(now() at time zone 'UTC')::date`;
    const latest = await count(`activity where ${condition} and ${day} > ${today} - 30`);
    const earlier = await count(`activity where ${condition} and ${day} <= ${today} - 30 and ${day} > ${today} - 60`);
    expect(earlier).toBeGreaterThan(0);
    return Math.round((100 * (latest - earlier)) / earlier);
  };
  expect(growth).toEqual({
    documents: await getGrowth(conditions.new_documents),
    videos: await getGrowth(conditions.new_videos),
    users: await getGrowth(conditions.sign_ups),
    views: await getGrowth(`action = 'viewed' and content_type in ('document', 'video')`),
  });
});

test('a view is an event: of a user, or of a guest without address', async () => {
  const rows = await hub.database.query<{ user_id: string | null; row: string }>(
    `select user_id, a::text as row from activity a
     where action = 'viewed' and content_id = $1 and created_at > now() - interval '1 hour'`,
    [document],
  );
  expect(rows.map(({ user_id }) => user_id).toSorted()).toEqual([editor.id, null, null].toSorted());
  for (const { row } of rows) expect(row).not.toMatch(/198\.51|guest/);
  const { recent_activity } = await get<OverviewResponse>('/analytics/overview');
  expect(recent_activity).toContainEqual(
    expect.objectContaining({ action: 'viewed', content_id: document, user_id: null, user_name: null }),
  );
});

test('top content of each range equals counts, and leaves out what the reader may not see', async () => {
  const log = hub.get(ActivityLog);
  const secret = await createDocument(ann, { title: 'Not for all' });
  const deleted = await createDocument(editor);
  for (const { id } of [secret, deleted])
    await log.recordAll(Array.from({ length: 500 }, () => eventAt(new Date(), { content_id: id })));
  await editor.request('DELETE', `/admin/documents/${deleted.id}`);
  await hub.get(TopContentService).refresh();
  for (const range of ranges) {
    const { items } = await get<TopContentResponse>(`/analytics/top-content?range=${range}`);
    const counted = await hub.database.query<{ id: string; views: number }>(
      `select content_id as id, count(*)::int as views from activity
       where action = 'viewed' and (created_at at time zone 'UTC')::date > (now() at time zone 'UTC')::date - $1::int
       group by 1 order by 2 desc, 1 desc`,
      [Number.parseInt(range)],
    );
    expect(items.map(({ id, views }) => ({ id, views }))).toEqual(
      counted.filter(({ id }) => items.some((item) => item.id === id)),
    );
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([document, video, thread, secret.id]));
    expect(items.find(({ id }) => id === document)).toMatchObject({ content_type: 'document', title: 'Read by all' });
  }
  // The reader may see no drafts of others.
  await hub.database.query(
    `update roles set permissions = array_append(permissions, 'analytics.view') where name = 'VIEWER'`,
  );
  const reader = await hub.users.create('VIEWER');
  const seen = await get<TopContentResponse>('/analytics/top-content?range=7d', reader);
  expect(seen.items.map(({ id }) => id)).toContain(document);
  expect(JSON.stringify(seen)).not.toContain('Not for all');
  await hub.database.query(
    `update roles set permissions = array_remove(permissions, 'analytics.view') where name = 'VIEWER'`,
  );
});

test('events that are recorded twice, and by many at once, are counted once', async () => {
  const users = [ann.id, editor.id, null];
  const entries = Array.from({ length: 60 }, (_, n) =>
    eventAt(new Date(Date.now() - (n % 5) * DAY), { user_id: users[n % 3]! }),
  );
  const log = hub.get(ActivityLog);
  await Promise.all(
    Array.from({ length: 12 }, (_, n) => log.recordAll(n % 2 ? entries : entries.toReversed().slice(n))),
  );
  expect(await count('activity where id = any($1::uuid[])', [entries.map(({ id }) => id)])).toBe(60);
  expect(await differences()).toEqual([]);
});

test('without their user, events and figures remain', async () => {
  const leaver = await hub.users.create();
  await waitForJobs(hub.database, '.activity');
  await hub
    .get(ActivityLog)
    .recordAll([eventAt(new Date(), { user_id: leaver.id }), eventAt(new Date(), { user_id: leaver.id })]);
  const before = await get<SeriesResponse>('/analytics/series?interval=week&range=7d');
  await hub.get(ActivityLog).anonymize(leaver.id);
  expect(await get<SeriesResponse>('/analytics/series?interval=week&range=7d')).toEqual(before);
  expect(await count('activity where user_id = $1', [leaver.id])).toBe(0);
  expect(await count('active_users where user_id = $1', [leaver.id])).toBe(0);
  expect(await differences()).toEqual([]);
});

test('old events are deleted by whole days, and their figures remain', async () => {
  const before = await get<SeriesResponse>('/analytics/series?range=365d');
  await hub.get(Settings).set(retentionDays, 30, null);
  await hub.get(ActivityLog).deleteOld();
  const oldest = await hub.database.one<{ at: Date }>('select min(created_at) as at from activity');
  const kept = new Date(Math.floor(Date.now() / DAY - 30) * DAY);
  expect(oldest!.at.getTime()).toBeGreaterThanOrEqual(kept.getTime());
  expect(oldest!.at.getTime()).toBeLessThan(kept.getTime() + 4 * DAY);
  expect(await get<SeriesResponse>('/analytics/series?range=365d')).toEqual(before);
  expect(await differences()).toEqual([]);
});

test('an unknown range or interval is refused', async () => {
  for (const path of ['series?range=2d', 'series?interval=year', 'top-content?range=x', 'insights?range=1'])
    expect((await editor.request('GET', `/analytics/${path}`)).status).toBe(400);
  expect((await get<SeriesResponse>('/analytics/series?range=&interval=')).points).toHaveLength(30);
});
