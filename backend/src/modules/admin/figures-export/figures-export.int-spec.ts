import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDocument, setDocumentStatus } from '../../../../test/support/documents.js';
import { createForumCategory, createThread, reply } from '../../../../test/support/forum.js';
import { createRole } from '../../../../test/support/roles.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createVideo } from '../../../../test/support/videos.js';
import { Settings, siteName } from '../../../platform/settings/settings.js';
import type { FiguresReportResponse } from './figures-export.dto.js';

let hub: TestApp;
let admin: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
  const editor = await hub.users.create('EDITOR');
  for (let i = 0; i < 3; i++) await createDocument(admin);
  const { id } = await createDocument(admin);
  await setDocumentStatus(admin, id, 'PUBLISHED');
  await createVideo(admin);
  const thread = await createThread(editor, (await createForumCategory(admin)).id);
  await reply(editor, thread.id);
  const erased = await hub.users.create('VIEWER');
  const erasure = await admin.request('POST', `/admin/users/${erased.id}/erase`, { body: { email: erased.email } });
  expect(erasure.status).toBe(200);
});
afterAll(() => hub.close());

const today = () => new Date().toISOString().slice(0, 10);
const grouped = async (sql: string) =>
  Object.fromEntries((await hub.database.query<{ key: string; n: number }>(sql)).map(({ key, n }) => [key, n]));
const counted = async (table: string) =>
  (await hub.database.one<{ n: number }>(`select count(*)::int as n from ${table}`))?.n;

const EXPORTS = `audit_log where action = 'report.exported'`;

test('the JSON file has the date in its name, and its figures equal counts of rows', async () => {
  const { status, headers, body } = await admin.request<FiguresReportResponse>(
    'GET',
    '/admin/export-report?format=json',
  );
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': `attachment; filename="knowledge-hub-report-${today()}.json"`,
    'cache-control': 'private, no-store',
  });
  expect(body.generated_at).toMatch(new RegExp(`^${today()}T`));
  expect(body.totals).toEqual({
    documents: await counted('documents'),
    videos: await counted('videos'),
    users: await counted('users where erased_at is null'),
    views: 0,
    forum_categories: await counted('forum_categories'),
    threads: await counted('forum_threads'),
    posts: await counted('forum_posts'),
  });
  expect(body.totals).toMatchObject({ documents: 4, videos: 1, threads: 1, posts: 2 });
  const byStatus = (kind: string) =>
    grouped(`select status as key, count(*)::int as n from content_items where kind = '${kind}' group by 1`);
  expect(body.documents_by_status).toEqual(await byStatus('document'));
  expect(body.videos_by_status).toEqual(await byStatus('video'));
  expect(body.users_by_role).toEqual(
    await grouped('select role as key, count(*)::int as n from users where erased_at is null group by 1'),
  );
  expect(Object.values(body.users_by_role).reduce((sum, n) => sum + n, 0)).toBe(body.totals.users);
  expect(body.health).toMatchObject({ database_status: 'healthy', security: { administrators: 1 } });
});

test('JSON is the default, and the CSV file has one figure per line', async () => {
  const { headers } = await admin.request('GET', '/admin/export-report');
  expect(headers['content-disposition']).toContain('.json"');
  const csv = await admin.request('GET', '/admin/export-report?format=csv');
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="knowledge-hub-report-${today()}.csv"`,
  });
  const lines = csv.text.split('\n');
  expect(lines[0]).toBe('\ufeffsection,figure,value');
  expect(lines).toEqual(
    expect.arrayContaining([
      'totals,documents,4',
      'documents_by_status,DRAFT,3',
      'documents_by_status,PUBLISHED,1',
      'users_by_role,ADMIN,1',
      'health,database_status,healthy',
      'health,last_backup,',
      'security,administrators_without_passkey,1',
      'alerts,administrators_without_passkey,An administrator has no passkey.',
    ]),
  );
});

test('texts of administrators are no formulas for spreadsheets', async () => {
  await hub.get(Settings).set(siteName, '=1+1,"x"', null);
  const { text } = await admin.request('GET', '/admin/export-report?format=csv');
  expect(text).toContain(`report,name,"'=1+1,""x"""`);
});

test('another format is refused, as are users without system.manage, and nothing is recorded', async () => {
  const before = await counted(EXPORTS);
  expect((await admin.request('GET', '/admin/export-report?format=xml')).status).toBe(400);
  const editor = await hub.users.create('EDITOR');
  expect(await editor.request('GET', '/admin/export-report')).toMatchObject({
    status: 403,
    body: { role: 'EDITOR', required_roles: ['ADMIN'] },
  });
  expect(await counted(EXPORTS)).toBe(before);
});

test('an export is in the audit log', async () => {
  const other = await hub.users.create((await createRole(admin, ['system.manage'])).name);
  expect((await other.request('GET', '/admin/export-report?format=csv')).status).toBe(200);
  expect(
    await hub.database.query('select action, subject_type, subject_id from audit_log where actor_id = $1', [other.id]),
  ).toEqual([{ action: 'report.exported', subject_type: 'report', subject_id: 'csv' }]);
});
