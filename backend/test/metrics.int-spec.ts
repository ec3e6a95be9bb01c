import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestApp, type TestApp } from './support/test-app.js';
import { waitFor } from './support/wait-for.js';
import { Backups } from '../src/platform/backup/backups.js';
import { Jobs } from '../src/platform/jobs/jobs.js';
import { HealthChecks } from '../src/platform/monitoring/health-checks.js';

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp(
    {},
    {
      prepare: (app) => {
        const jobs = app.get(Jobs);
        jobs.define('test.works', () => Promise.resolve());
        jobs.define('test.fails', () => Promise.reject(new Error('as planned')));
      },
    },
  );
});
afterAll(() => hub.close());

interface Scrape {
  status: number;
  text: string;
  /** the value of a sample, written as in the response */
  valueOf: (sample: string) => number | undefined;
}

async function scrape(of = hub, headers: Record<string, string> = {}, url = '/metrics'): Promise<Scrape> {
  const { statusCode: status, body: text } = await of.app.inject({ method: 'GET', url, headers });
  const values = new Map(
    text
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))] as const),
  );
  return { status, text, valueOf: (sample) => values.get(sample) };
}

const findProblem = ({ text }: Scrape) => ({ ...(JSON.parse(text) as object), request_id: '' });

test('the metrics are at the root and under the prefix, in the format of Prometheus', async () => {
  const response = await hub.app.inject({ method: 'GET', url: '/metrics' });
  expect(response).toMatchObject({
    statusCode: 200,
    headers: { 'content-type': expect.stringMatching(/^text\/plain; version=0\.0\.4/), 'cache-control': 'no-store' },
  });
  expect((await scrape(hub, {}, '/api/metrics')).status).toBe(200);
  for (const path of ['/metricsx', '/metrics/x']) expect((await scrape(hub, {}, path)).status).toBe(404);
  for (const name of ['process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds', 'nodejs_heap_size_used_bytes'])
    expect(response.body).toMatch(new RegExp(`^${name} [\\d.e-]+$`, 'm'));
});

test('requests are counted by the pattern of their route, never by what a user sends', async () => {
  const sample = 'http_requests_total{method="GET",route="/api/documents/:id",status="404"}';
  const unmatched = 'http_requests_total{method="GET",route="unmatched",status="404"}';
  const before = await scrape();
  const secrets = ['some-secret-slug', 'another-secret-slug'];
  for (const secret of secrets) await hub.request('GET', `/documents/${secret}?q=${secret}`);
  await hub.request('GET', '/no-such-secret-path');
  const after = await scrape();
  expect((after.valueOf(sample) ?? 0) - (before.valueOf(sample) ?? 0)).toBe(2);
  expect((after.valueOf(unmatched) ?? 0) - (before.valueOf(unmatched) ?? 0)).toBe(1);
  expect(after.valueOf('http_request_duration_seconds_count{method="GET",route="/api/documents/:id"}')).toBe(
    after.valueOf(sample),
  );
  expect(after.text).not.toContain('secret');
});

test('jobs are counted by result, and those that wait by queue', async () => {
  const jobs = hub.get(Jobs);
  await jobs.send('test.works', {});
  await jobs.send('test.fails', {});
  const found = await waitFor(
    scrape,
    ({ valueOf }) =>
      valueOf('jobs_total{queue="test.works",result="completed"}') === 1 &&
      (valueOf('jobs_total{queue="test.fails",result="failed"}') ?? 0) >= 1,
    15_000,
  );
  expect(found.valueOf('job_duration_seconds_count{queue="test.works"}')).toBe(1);
  expect(found.valueOf('jobs_total{queue="test.works",result="failed"}')).toBeUndefined();
  await jobs.send('test.works', {}, { startAfter: new Date(Date.now() + 3600_000) });
  await waitFor(scrape, ({ valueOf }) => valueOf('jobs_queued{queue="test.works",state="delayed"}') === 1, 15_000);
});

test('the pool of the database shows what is in use', async () => {
  const inUse = async () => (await scrape()).valueOf('database_pool_connections{state="in_use"}') ?? Number.NaN;
  // More than background work uses at the same time.
  const MANY = 12;
  let release!: () => void;
  const released = new Promise<void>((done) => (release = done));
  const transactions = Array.from({ length: MANY }, () =>
    hub.database.transaction(async () => {
      await hub.database.query('select 1');
      await released;
    }),
  );
  await waitFor(inUse, (n) => n >= MANY);
  release();
  await Promise.all(transactions);
  await waitFor(inUse, (n) => n < MANY);
  expect((await scrape()).valueOf('database_pool_waiting')).toBe(0);
});

test('the health checks show free space and the latest backup, without statements for each scrape', async () => {
  hub.get(HealthChecks).invalidate();
  const found = await scrape();
  expect(found.valueOf('disk_free_bytes')).toBeGreaterThan(0);
  expect(found.valueOf('disk_size_bytes')).toBeGreaterThan(found.valueOf('disk_free_bytes') ?? Infinity);
  expect(found.valueOf('storage_used_bytes')).toBe(0);
  expect(found.valueOf('storage_quota_bytes')).toBe(100 * 1024 ** 3);
  expect(found.valueOf('backup_failed')).toBe(0);
  expect(found.valueOf('backup_age_seconds')).toBeUndefined();
  expect((await hub.get(Backups).create()).status).toBe('complete');
  expect((await scrape()).valueOf('backup_age_seconds')).toBeUndefined();
  hub.get(HealthChecks).invalidate();
  expect((await scrape()).valueOf('backup_age_seconds')).toBeLessThan(60);
  // Those of the queues are read with each scrape.
  expect((await hub.statementsOf(() => scrape())).length).toBeLessThanOrEqual(1);
});

test('without a token only this machine may read them', async () => {
  const url = '/metrics';
  const from = async (remoteAddress: string, headers = {}) =>
    (await hub.app.inject({ method: 'GET', url, remoteAddress, headers })).statusCode;
  expect(await from('127.0.0.1')).toBe(200);
  expect(await from('203.0.113.7')).toBe(404);
  expect(await from('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(404);
});

test('with a token it is required, and others get the same 404 as for an unknown path', async () => {
  const METRICS_TOKEN = 'metrics-token-of-this-test';
  const other = await createTestApp({ METRICS_TOKEN });
  const admin = await other.users.create('ADMIN');
  const withToken = (token: string) => scrape(other, { authorization: `Bearer ${token}` });
  expect((await withToken(METRICS_TOKEN)).status).toBe(200);
  expect(await other.statementsOf(() => withToken('wrong-token-of-this-test'))).toEqual([]);
  const refused = await withToken(admin.token);
  expect(refused.status).toBe(404);
  expect(findProblem(refused)).toEqual(findProblem(await scrape(other, {}, '/api/no-such-path')));
  expect((await scrape(other)).status).toBe(404);
  await other.close();
});

test('they can be read while the database is unavailable', async () => {
  const server = new pg.Client(process.env['TEST_DATABASE_SERVER']);
  await server.connect();
  const name = new URL(hub.databaseUrl).pathname.slice(1);
  await server.query(`alter database ${name} allow_connections false`);
  await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  expect((await hub.request('GET', '/health/ready')).status).toBe(503);
  const found = await scrape(hub, { authorization: 'Bearer some-token-of-a-session' });
  expect(found.status).toBe(200);
  expect(found.text).toContain('http_requests_total{');
  expect(found.text).not.toContain('jobs_queued{');
  await server.query(`alter database ${name} allow_connections true`);
  await server.end();
});
