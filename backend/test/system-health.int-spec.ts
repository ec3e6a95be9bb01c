import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PasskeyClient } from './support/passkeys.js';
import { waitForJobs } from './support/jobs.js';
import { type MailServer, startMailServer } from './support/mail-server.js';
import { waitFor } from './support/wait-for.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';
import { Counters } from '../src/platform/database/counters.js';
import { Mailer } from '../src/platform/mail/mailer.js';
import { defineHealthCheck, HealthChecks, type HealthFinding } from '../src/platform/monitoring/health-checks.js';
import { LoginThrottle } from '../src/modules/auth/credentials/login-throttle.js';
import type { SystemHealthResponse } from '../src/modules/admin/health/system-health.dto.js';

const QUOTA_GB = 2;
let hub: TestApp;
let editor: TestUser;
beforeAll(async () => {
  hub = await createTestApp({ STORAGE_QUOTA_GB: String(QUOTA_GB) });
  editor = await hub.users.create('EDITOR');
});
beforeEach(() => hub.get(HealthChecks).invalidate());
afterAll(() => hub.close());

/** The report of checks that all succeeded. */
type MeasuredHealth = { [Key in keyof SystemHealthResponse]: NonNullable<SystemHealthResponse[Key]> };

async function health({ of = hub, by = editor } = {}): Promise<MeasuredHealth> {
  of.get(HealthChecks).invalidate();
  const { status, body } = await by.request<MeasuredHealth>('GET', '/admin/system-health');
  expect(status).toBe(200);
  return body;
}
/** Other tests may keep the machine busy. */
const BUSY = new Set(['slow_database', 'busy_server']);
const codes = ({ alerts }: Pick<SystemHealthResponse, 'alerts'>) =>
  alerts.map(({ code }) => code).filter((code) => !BUSY.has(code));
const signIn = (email: string, password: string) =>
  hub.request('POST', '/auth/login-manual', { body: { email, password } });
const countOf = async (sql: string) => (await hub.database.one<{ n: number }>(sql))?.n;

test('an idle hub is healthy, and every figure is measured', async () => {
  const found = await waitFor(health, ({ server_status }) => server_status === 'healthy', 15_000);
  expect(found).toMatchObject({
    server_status: 'healthy',
    database_status: 'healthy',
    response_time: expect.any(Number),
    storage_used_gb: 0,
    storage_used_bytes: 0,
    storage_total_gb: QUOTA_GB,
    last_backup: null,
    last_verified_restore: null,
    security_alerts: 0,
    ssl_status: 'none',
    alerts: [],
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    is_read_only: false,
    is_mail_configured: false,
    backups: { has_failed: false, is_file_missing: false, missing_files: 0, last_verified: null },
    mail: { status: 'not_configured', last_delivered_at: null, last_failed_at: null },
    jobs: { failed: 0, lag_seconds: expect.any(Number) },
    security: { failed_sign_ins: 0, locked_accounts: 0, administrators: 0, administrators_without_passkey: 0 },
    replicas: [],
  });
  expect(found.response_time).toBeGreaterThan(0);
  expect(found.response_time).toBeLessThan(1000);
  expect(found.disk.free_gb).toBeGreaterThan(0);
  expect(found.disk.total_gb).toBeGreaterThan(found.disk.free_gb);
});

test('requests within three seconds share one report of at most six statements', async () => {
  const statements = await hub.statementsOf(() => editor.request('GET', '/admin/system-health'));
  const session = 1;
  expect(statements.length - session).toBeLessThanOrEqual(6);
  const again = await hub.statementsOf(() => editor.request('GET', '/admin/system-health'));
  expect(again).toHaveLength(session);
});

test.each([
  [0.79, []],
  [0.8, ['storage_usage']],
  [1, ['storage_usage']],
])('with a share of %d of the storage in use it warns of %j', async (share, warnings) => {
  const bytes = Math.ceil(share * QUOTA_GB * 1024 ** 3);
  const before = await hub.get(Counters).get('files.bytes');
  await hub.get(Counters).add('files.bytes', bytes - before);
  const found = await health();
  expect([found.storage_used_gb, codes(found)]).toEqual([share * QUOTA_GB, warnings]);
  if (share === 1) expect(found.server_status).toBe('degraded');
  await hub.get(Counters).add('files.bytes', before - bytes);
});

describe('sign-ins', () => {
  afterEach(() => hub.database.query('delete from failed_sign_ins'));
  afterEach(() => hub.database.query('delete from sign_in_lockouts'));

  test('failed ones are counted for a day, successful ones and refusals are not', async () => {
    const { email, password } = await hub.users.create();
    const { security: before } = await health();
    for (const guess of ['wrong-1', 'wrong-2']) expect((await signIn(email, guess)).status).toBe(401);
    expect((await signIn(email, password)).status).toBe(200);
    expect((await signIn('nobody@example.org', 'wrong-1')).status).toBe(401);
    const { security } = await health();
    expect(security.failed_sign_ins - before.failed_sign_ins).toBe(3);
    expect(security.failed_sign_ins).toBe(await countOf('select sum(n)::int as n from failed_sign_ins'));
    await hub.database.query(`update failed_sign_ins set period_start = period_start - interval '25 hours'`);
    expect((await health()).security.failed_sign_ins).toBe(0);
    await hub.database.query(`update failed_sign_ins set period_start = period_start - interval '25 hours'`);
    await hub.get(LoginThrottle).deleteOld();
    expect(await countOf('select count(*)::int as n from failed_sign_ins')).toBe(0);
  });

  test('many of them are an alert', async () => {
    await hub.database.query('insert into failed_sign_ins (period_start, n) values (now(), 99)');
    expect(codes(await health())).toEqual([]);
    await hub.database.query('update failed_sign_ins set n = n + 1');
    const found = await health();
    expect([codes(found), found.security_alerts]).toEqual([['many_failed_sign_ins'], 1]);
  });

  test('an account is locked from its tenth failure until the window ends, or it gets new credentials', async () => {
    const [first, second] = [await hub.users.create(), await hub.users.create()];
    for (let i = 0; i < 9; i++) await signIn(first.email, 'wrong-guess');
    expect((await health()).security.locked_accounts).toBe(0);
    await signIn(first.email.toUpperCase(), 'wrong-guess');
    expect((await signIn(first.email, first.password)).status).toBe(429);
    const found = await health();
    expect([found.security.locked_accounts, codes(found), found.security_alerts]).toEqual([1, ['locked_accounts'], 1]);
    // An address without an account locks no account.
    for (let i = 0; i < 11; i++) await signIn('nobody@example.org', 'wrong-guess');
    expect((await health()).security.locked_accounts).toBe(1);
    for (let i = 0; i < 11; i++) await signIn(second.email, 'wrong-guess');
    expect((await health()).security.locked_accounts).toBe(2);
    // The clocks of the database and of this process need not be equal.
    const sql = `update sign_in_lockouts set locked_until = now() - interval '1 minute' where user_id = $1`;
    await hub.database.query(sql, [second.id]);
    expect((await health()).security.locked_accounts).toBe(1);
    await hub.get(LoginThrottle).resetFailures(first.id);
    expect((await health()).security.locked_accounts).toBe(0);
    await hub.get(LoginThrottle).deleteOld();
    expect(await countOf('select count(*)::int as n from sign_in_lockouts')).toBe(0);
  });
});

test('active administrators without a passkey are counted', async () => {
  const [first, second] = [await hub.users.create('ADMIN'), await hub.users.create('ADMIN')];
  const both = await health();
  expect(both.security).toMatchObject({ administrators: 2, administrators_without_passkey: 2 });
  expect([codes(both), both.security_alerts]).toEqual([['administrators_without_passkey'], 1]);
  await new PasskeyClient(hub).register(first);
  expect((await health()).security).toMatchObject({ administrators: 2, administrators_without_passkey: 1 });
  await hub.database.query('update users set deactivated_at = now() where id = $1', [second.id]);
  const one = await health();
  expect([one.security.administrators, codes(one), one.security_alerts]).toEqual([1, [], 0]);
});

test('jobs that wait, are delayed or were given up are counted', async () => {
  const queue = 'sessions.sweep';
  const add = (state: string, startAfter: string, createdOn = startAfter) =>
    hub.database.query(
      `insert into pgboss.job (name, state, start_after, created_on, completed_on, data)
       values ('${queue}', '${state}', now() + $1::interval, now() + $2::interval, null, '{}')`,
      [startAfter, createdOn],
    );
  await add('failed', '-1 hour');
  await add('created', '1 hour', '0 seconds');
  const found = await waitFor(health, ({ jobs }) => jobs.failed === 1 && jobs.delayed > 0, 15_000);
  expect(found.jobs).toMatchObject({ failed: 1, delayed: 1 });
  expect([codes(found), found.security_alerts]).toEqual([['failed_jobs'], 0]);
  await hub.database.query(`delete from pgboss.job where name = '${queue}'`);
});

/** The status and its alerts after a request without X-Forwarded-Proto, by https and by http. */
const measureTransport = async (settings: Record<string, string>) => {
  const other = await createTestApp(settings);
  const by = await other.users.create('EDITOR');
  const found = [];
  for (const headers of [{}, { 'x-forwarded-proto': 'https' }, { 'x-forwarded-proto': 'http' }] as Headers[]) {
    other.get(HealthChecks).invalidate();
    const { body } = await by.request<MeasuredHealth>('GET', '/admin/system-health', { headers });
    found.push([body.ssl_status, ...codes(body)].join(' '));
  }
  await other.close();
  return found;
};
type Headers = Record<string, string>;

describe('https', () => {
  const proxied = { PUBLIC_URL: 'https://hub.example.org', TRUST_PROXY: 'true' };

  test('is alerted when PUBLIC_URL is not https, unless the hub is on this machine', async () => {
    const PUBLIC_URL = 'http://localhost:3000';
    expect(await measureTransport({ PUBLIC_URL })).toEqual(['none', 'none', 'none']);
    const found = await measureTransport({ PUBLIC_URL: 'http://hub.example.org' });
    expect(found).toEqual(['none no_https', 'none no_https', 'none no_https']);
  });

  test('is what the trusted proxy reports about requests, and never guessed from PUBLIC_URL', async () => {
    const unconfirmed = 'unconfirmed https_unconfirmed';
    expect(await measureTransport(proxied)).toEqual([unconfirmed, 'valid', 'invalid no_https']);
    const untrusted = { ...proxied, TRUST_PROXY: 'false' };
    expect(await measureTransport(untrusted)).toEqual([unconfirmed, unconfirmed, unconfirmed]);
  });
});

describe('mail', () => {
  let server: MailServer;
  let other: TestApp;
  let by: TestUser;
  beforeAll(async () => {
    server = await startMailServer();
    other = await createTestApp({ SMTP_URL: server.url, MAIL_FROM: 'Hub <hub@example.org>' });
    by = await other.users.create('EDITOR');
    // The mails about the new account are not part of the tests.
    await waitForJobs(other.database, '');
    await other.database.query('delete from mail_deliveries');
  });
  afterAll(() => other.close());
  const mailHealthOf = async () => {
    const found = await health({ of: other, by });
    return { ...found.mail, codes: codes(found), isConfigured: found.is_mail_configured };
  };
  const deliver = () => other.get(Mailer).deliver({ to: 'ann@example.org', subject: 'Hello', text: 'x' });

  test('the latest delivery decides, whether it failed at the server or on the way there', async () => {
    const configured = { status: 'healthy', codes: [], isConfigured: true };
    const untried = { ...configured, status: 'untried', last_delivered_at: null, last_failed_at: null };
    expect(await mailHealthOf()).toEqual(untried);
    await deliver();
    const delivered = { ...configured, last_delivered_at: expect.any(String) };
    expect(await mailHealthOf()).toEqual({ ...delivered, last_failed_at: null });
    server.refuseNext(451, 'busy');
    await expect(deliver()).rejects.toThrow('busy');
    const failing = { ...delivered, status: 'degraded', codes: ['failing_mail'], last_failed_at: expect.any(String) };
    expect(await mailHealthOf()).toEqual(failing);
    await deliver();
    expect(await mailHealthOf()).toEqual({ ...delivered, last_failed_at: expect.any(String) });
    await server.stop();
    await expect(deliver()).rejects.toThrow();
    expect(await mailHealthOf()).toEqual(failing);
    const { alerts } = await health({ of: other, by });
    expect(alerts.find(({ code }) => code === 'failing_mail')?.detail).toContain('(ESOCKET)');
  });
});

test('a check that fails degrades the hub, with the class of its error, and the others are reported', async () => {
  class NotMountedError extends Error {}
  const measured = new Map<string, () => Promise<HealthFinding<object>>>([
    ['throws', () => Promise.reject(new NotMountedError('/secret/path'))],
    ['fails-in-sql', () => hub.database.query('select no_such_column').then(() => ({ figures: {} }))],
  ]);
  const other = await createTestApp(
    {},
    {
      prepare: (app) => {
        for (const [name, measure] of measured) app.get(HealthChecks).register(defineHealthCheck(name), measure);
      },
    },
  );
  const { body, text } = await (
    await other.users.create('EDITOR')
  ).request<MeasuredHealth>('GET', '/admin/system-health');
  expect(body.server_status).toBe('degraded');
  expect(body.alerts.filter(({ code }) => code.endsWith('_check_failed'))).toEqual([
    {
      code: 'throws_check_failed',
      area: 'operation',
      detail: 'The health check “throws” failed (NotMountedError). The log of the hub has the reason.',
    },
    {
      code: 'fails_in_sql_check_failed',
      area: 'operation',
      detail: 'The health check “fails-in-sql” failed (DatabaseError). The log of the hub has the reason.',
    },
  ]);
  expect(text).not.toContain('secret');
  expect([body.database_status, body.jobs.failed, body.security.administrators]).toEqual(['healthy', 0, 0]);
  await other.close();
});

test.each([
  ['failed_sign_ins', 'sign_in_check_failed', { security: null, security_alerts: 0 }],
  // Not taken for a hub without backups.
  ['backups', 'backups_check_failed', { backups: null, last_backup: null }],
])('while %s cannot be measured, its figures are null', async (table, code, figures) => {
  await hub.database.query(`alter table ${table} rename to ${table}_away`);
  try {
    hub.get(HealthChecks).invalidate();
    const { status, body } = await editor.request<SystemHealthResponse>('GET', '/admin/system-health');
    expect([status, body]).toEqual([200, expect.objectContaining({ ...figures, server_status: 'degraded' })]);
    expect(codes(body)).toEqual([code]);
  } finally {
    await hub.database.query(`alter table ${table}_away rename to ${table}`);
  }
  expect(codes(await health())).toEqual([]);
});
