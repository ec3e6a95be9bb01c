import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createDocument } from '../../../../test/support/documents.js';
import { createForumCategory, createThread } from '../../../../test/support/forum.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { Audit, type AuditEntry } from '../../../platform/audit/audit.js';
import { Settings } from '../../../platform/settings/settings.js';
import type { AuditEntryResponse, AuditLogResponse } from './audit-log.dto.js';
import { AuditLogService, auditRetentionDays } from './audit-log.service.js';

let hub: TestApp;
let admin: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN', 'Ada Admin');
});
beforeEach(() => hub.database.query('delete from audit_log'));
afterAll(() => hub.close());

const record = (entry: Partial<AuditEntry> = {}) =>
  hub.get(Audit).record({ actor: null, action: 'user.created', subject: { type: 'user', id: randomUUID() }, ...entry });
const list = async (query = ''): Promise<AuditLogResponse> => {
  const { status, body } = await admin.request<AuditLogResponse>('GET', `/admin/audit-log${query}`);
  expect(status).toBe(200);
  return body;
};
const actionsOf = ({ entries }: AuditLogResponse) => entries.map(({ action }) => action);

const numbers = ({ entries }: AuditLogResponse) => entries.map(({ after }) => after?.['n']);
const range = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => from - i);
const countStatements = async () => (await hub.statementsOf(() => list())).length - 1;
const file = async (query = '') => {
  const response = await hub.app.inject({
    method: 'GET',
    url: `/api/admin/audit-log/export${query}`,
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(response.statusCode).toBe(200);
  return { text: response.body, headers: response.headers };
};
const idAt = (time: Date) => {
  const hex = time.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7abc-8abc-${randomUUID().slice(-12)}`;
};
const sweepLog = () => hub.get(AuditLogService).sweep();
const countOld = async () => (await list()).entries.filter(({ action }) => action === 'user.created').length;
const insertOld = (days: number) =>
  hub.database.query(
    `insert into audit_log (id, actor_name, action, subject_type, subject_id, created_at)
     values ($1, 'System', 'user.created', 'user', 'u', $2)`,
    [idAt(new Date(Date.now() - days * 24 * 3600_000)), new Date(Date.now() - days * 24 * 3600_000)],
  );

test('an action appears with its actor, subject and values', async () => {
  const user = await hub.users.create('VIEWER', 'Grace Hopper');
  await admin.request('PUT', `/users/${user.id}/role`, { body: { role: 'EDITOR' } });
  expect(await list()).toEqual({
    entries: [
      {
        id: expect.any(String),
        actor_id: admin.id,
        actor_name: 'Ada Admin',
        actor_url: `/user/${admin.id}`,
        action: 'user.role_changed',
        subject: { type: 'user', id: user.id, title: 'Grace Hopper', url: `/user/${user.id}` },
        before: { role: 'VIEWER' },
        after: expect.objectContaining({ role: 'EDITOR' }),
        created_at: expect.stringMatching(/Z$/),
      },
    ],
    next: null,
    previous: null,
  });
});

test('erased accounts have no links, as actors and as subjects', async () => {
  const leaver = await hub.users.create('ADMIN');
  const other = await hub.users.create('VIEWER');
  await leaver.request('PUT', `/users/${other.id}/role`, { body: { role: 'EDITOR' } });
  await admin.request('POST', `/admin/users/${leaver.id}/erase`, { body: { email: leaver.email } });
  expect((await list()).entries).toMatchObject([
    {
      action: 'user.erased',
      actor_url: `/user/${admin.id}`,
      subject: { id: leaver.id, title: 'Former member', url: null },
    },
    {
      action: 'user.role_changed',
      actor_id: leaver.id,
      actor_name: 'Former member',
      actor_url: null,
      subject: { url: `/user/${other.id}` },
    },
  ]);
});

test('subjects have the titles that the requester may see, and none when they are deleted', async () => {
  const editor = await hub.users.create('EDITOR');
  const { id, slug } = await createDocument(admin, { status: 'PUBLISHED', title: 'Rules of the house' });
  const gone = await createDocument(admin, { status: 'PUBLISHED', title: 'Gone' });
  const thread = await createThread(admin, (await createForumCategory(admin)).id, { title: 'How to begin?' });
  await hub.database.query('delete from audit_log');
  await editor.request('PUT', `/admin/documents/${id}`, { body: { summary: 'Better.' } });
  await editor.request('DELETE', `/admin/documents/${gone.id}`);
  await editor.request('PUT', `/forum/threads/${thread.id}`, { body: { is_pinned: true } });
  const { entries } = await list();
  const subjectOf = (action: string) => entries.find((entry) => entry.action === action)?.subject;
  expect(subjectOf('document.edited')).toMatchObject({ title: 'Rules of the house', url: `/docs/${slug}` });
  expect(subjectOf('document.deleted')).toMatchObject({ id: gone.id, title: null, url: null });
  expect(subjectOf('thread.updated')).toMatchObject({ title: 'How to begin?', url: `/community/thread/${thread.id}` });
});

describe('filters', () => {
  const subject = { type: 'document', id: randomUUID() };
  beforeEach(async () => {
    await record({ action: 'document.edited', subject });
    await record({ action: 'document.deleted', subject: { type: 'document', id: randomUUID() } });
    await admin.request('PUT', '/admin/role-display-settings', { body: { visible_role_badges: [] } });
    await admin.request('PUT', '/admin/role-display-settings', { body: { visible_role_badges: ['ADMIN', 'EDITOR'] } });
  });

  test('by actor, action, subject and time', async () => {
    const [role, ofDocuments] = [
      ['role.display_changed', 'role.display_changed'],
      ['document.deleted', 'document.edited'],
    ];
    for (const [query, expected] of [
      ['', [...role, ...ofDocuments]],
      ['?actor=system', ofDocuments],
      [`?actor=${admin.id}`, role],
      ['?actor=&action=&subject_type=&subject_id=&from=&to=&before=&after=', [...role, ...ofDocuments]],
      ['?action=document.deleted', ['document.deleted']],
      ['?subject_type=document', ofDocuments],
      [`?subject_type=document&subject_id=${subject.id}`, ['document.edited']],
      ['?subject_type=document&action=role.display_changed', []],
      ['?from=2000-01-01T00:00:00Z&to=2001-01-01T00:00:00Z', []],
      ['?from=2001-01-01T00:00:00Z', [...role, ...ofDocuments]],
      ['?to=2001-01-01T00:00:00Z', []],
    ] as const)
      expect([query, actionsOf(await list(query))]).toEqual([query, expected]);
    for (const query of ['actor=ada', 'action=user.flew', 'from=yesterday', 'to=2026-02-31', 'before=1']) {
      const { status, body } = await admin.request('GET', `/admin/audit-log?${query}`);
      expect([status, body['errors']]).toEqual([400, [expect.objectContaining({ field: query.split('=')[0] })]]);
    }
  });

  test('by time to the millisecond: the start is included, the end is not', async () => {
    const [first] = (await list(`?action=document.edited`)).entries as [AuditEntryResponse];
    const at = new Date(Number.parseInt(first.id.replace('-', '').slice(0, 12), 16));
    const next = new Date(at.getTime() + 1);
    const within = async (from: Date, to: Date) =>
      (await list(`?action=document.edited&from=${from.toISOString()}&to=${to.toISOString()}`)).entries.length;
    expect(await within(at, next)).toBe(1);
    expect(await within(next, new Date(next.getTime() + 1000))).toBe(0);
    expect(await within(new Date(at.getTime() - 1000), at)).toBe(0);
  });
});

describe('pages', () => {
  test('of 50, in both directions, while new entries come in', async () => {
    for (let n = 1; n <= 120; n++) await record({ after: { n } });
    const first = await list();
    expect([numbers(first), first.previous]).toEqual([range(120, 71), null]);
    await record({ after: { n: 121 } });
    const second = await list(`?before=${first.next}`);
    expect(numbers(second)).toEqual(range(70, 21));
    const third = await list(`?before=${second.next}`);
    expect([numbers(third), third.next]).toEqual([range(20, 1), null]);
    const back = await list(`?after=${third.previous}`);
    expect(numbers(back)).toEqual(range(70, 21));
    const newest = await list(`?after=${back.previous}`);
    expect(numbers(newest)).toEqual(range(120, 71));
    const latest = await list(`?after=${newest.previous}`);
    expect([numbers(latest), latest.previous]).toEqual([[121], null]);
  });

  test('cost one statement, and one more for each kind of titles', async () => {
    for (let n = 1; n <= 60; n++) await record({ after: { n } });
    expect(await countStatements()).toBe(1);
    for (let n = 1; n <= 20; n++) {
      await record({ action: 'document.edited', subject: { type: 'document', id: randomUUID() } });
      await record({ action: 'post.edited', subject: { type: 'post', id: randomUUID() } });
      await record({ action: 'role.styled', subject: { type: 'role', id: 'ADMIN' } });
    }
    expect(await countStatements()).toBe(3);
  });
});

describe('export', () => {
  test('as CSV, with formulas as text', async () => {
    const id = randomUUID();
    await record({ action: 'user.created', subject: { type: 'user', id }, after: { note: 'a, "b"\nc' } });
    for (const evil of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'])
      await hub.database.query('update audit_log set actor_name = $1', [evil]).then(async () => {
        const { text } = await file();
        expect(text).toContain(`,'${evil}`.replace('\t', '\t'));
      });
    const { text, headers } = await file();
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/);
    expect(text.split('\n')[0]).toBe(
      '\ufeffid,created_at,actor_id,actor_name,action,subject_type,subject_id,before,after',
    );
    expect(text).toContain(`,user.created,user,${id},,"{""note"":""a, \\""b\\""\\nc""}"`);
  });

  test('as JSON, complete over several batches, and filtered', async () => {
    await hub.database.query(
      `insert into audit_log (id, actor_id, actor_name, action, subject_type, subject_id, after, created_at)
       select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, null, 'System', 'user.created', 'user',
              'u', jsonb_build_object('n', n), now()
       from generate_series(1, 2500) n`,
    );
    const rows = JSON.parse((await file('?format=json')).text) as { after: { n: number } }[];
    expect(rows.map(({ after }) => after.n)).toEqual(Array.from({ length: 2500 }, (_, i) => 2500 - i));
    expect(JSON.parse((await file('?format=json&action=post.edited')).text)).toEqual([]);
  });

  test('is recorded itself, with its filters', async () => {
    await file('?action=user.created&format=json');
    const { entries } = await list();
    expect(entries).toMatchObject([
      { action: 'audit_log.exported', actor_id: admin.id, after: { format: 'json', action: 'user.created' } },
    ]);
  });
});

describe('retention', () => {
  test('by default everything is kept; otherwise older entries are deleted, which is recorded', async () => {
    await insertOld(4000);
    await sweepLog();
    expect(await countOld()).toBe(1);
    await hub.get(Settings).set(auditRetentionDays, 30, null);
    await hub.database.query('delete from audit_log');
    for (const days of [29, 31, 400]) await insertOld(days);
    await sweepLog();
    expect(await countOld()).toBe(1);
    expect((await list('?action=audit_log.trimmed')).entries).toMatchObject([
      { actor_id: null, after: { deleted: 2, retention_days: 30 } },
    ]);
    await sweepLog();
    expect((await list('?action=audit_log.trimmed')).entries).toHaveLength(1);
    await hub.get(Settings).set(auditRetentionDays, 0, null);
  });
});
