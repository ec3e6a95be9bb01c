import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { createDocument } from '../../../../test/support/documents.js';
import { waitForJobs } from '../../../../test/support/jobs.js';
import { createRole } from '../../../../test/support/roles.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { ActivityLog } from '../activity/activity-log.js';
import type { ActivityResponse, SeriesResponse } from '../analytics.dto.js';
import { TopContentService } from '../figures/top-content.service.js';

let hub: TestApp;
let editor: TestUser;
let analyst: TestUser;
let draft: string;
beforeAll(async () => {
  ({ hub, editor } = await createTestAppWithUsers({ editor: 'EDITOR' }));
  const admin = await hub.users.create('ADMIN');
  analyst = await hub.users.create((await createRole(admin, ['analytics.view'])).name);
  draft = (await createDocument(editor, { title: '=2+3' })).id;
  // Its creation is an event too.
  await waitForJobs(hub.database, 'activity');
  const at = new Date();
  // More than a page of the export.
  await hub.get(ActivityLog).recordAll(
    Array.from({ length: 2001 }, () => ({
      id: uuidv7(),
      action: 'viewed',
      content_type: 'document',
      content_id: draft,
      user_id: null,
      created_at: at,
    })),
  );
  await hub.get(TopContentService).refresh();
});
afterAll(() => hub.close());

const exportOf = async (query: string, user = editor) => {
  const { status, text, headers } = await user.request('GET', `/analytics/export?${query}`);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  return {
    lines: text
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\n'),
    headers,
    text,
  };
};

test('the series is the table of the screen', async () => {
  const { points } = (await editor.request<SeriesResponse>('GET', '/analytics/series?range=90d&interval=week')).body;
  const { lines, headers } = await exportOf('dataset=series&range=90d&interval=week');
  expect(lines).toEqual([Object.keys(points[0]!).join(','), ...points.map((point) => Object.values(point).join(','))]);
  expect(headers['content-disposition']).toMatch(/^attachment; filename="series-90d-\d{4}-\d\d-\d\d\.csv"$/);
});

test('activity contains all events of the range, without titles that the requester may not see', async () => {
  const { lines } = await exportOf('dataset=activity&range=7d');
  const stored = await hub.database.one<{ n: number }>('select count(*)::int as n from activity');
  expect(lines).toHaveLength(stored!.n + 1);
  expect(lines.filter((line) => line.includes(`viewed,document,${draft},'=2+3,`))).toHaveLength(2001);
  const { text } = await exportOf('dataset=activity&range=7d', analyst);
  expect(text).toContain(draft);
  expect(text).not.toContain('2+3');
});

test('texts of users are no formulas', async () => {
  await hub.database.query(`insert into search_misses (day, query, n) values (current_date, '@sum(1)', 2)`);
  expect((await exportOf('dataset=zero_result_queries')).lines[1]).toMatch(/^'@sum\(1\),2,/);
  expect((await exportOf('dataset=top_content')).lines[1]).toBe(`document,${draft},'=2+3,/docs/2-3,2001`);
});

test('an unknown dataset is refused; the default is the series', async () => {
  expect((await editor.request('GET', '/analytics/export?dataset=users')).status).toBe(400);
  expect((await exportOf('')).lines[0]).toMatch(/^start,document_views,/);
});

test('activity is listed in pages, all of it or by kind', async () => {
  const ids: string[] = [];
  let next: string | null = '';
  let pages = 0;
  while (next !== null && pages < 200) {
    const page: ActivityResponse = (
      await editor.request<ActivityResponse>('GET', `/analytics/activity?filter=all&before=${next}`)
    ).body;
    ids.push(...page.events.map(({ id }) => id));
    ({ next } = page);
    pages++;
  }
  const stored = await hub.database.query<{ id: string }>('select id from activity order by id desc');
  expect(ids).toEqual(stored.map(({ id }) => id));
  const changes = (await editor.request<ActivityResponse>('GET', '/analytics/activity?filter=changes')).body;
  expect(changes.events.map(({ action }) => action)).toEqual(expect.arrayContaining(['created', 'registered']));
  expect(changes.events.some(({ action }) => action === 'viewed')).toBe(false);
  const views = (await editor.request<ActivityResponse>('GET', '/analytics/activity?filter=views')).body;
  expect(new Set(views.events.map(({ action }) => action))).toEqual(new Set(['viewed']));
});
