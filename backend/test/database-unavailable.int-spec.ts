import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { Database } from '../src/platform/database/database.js';
import { defineEvent, Events } from '../src/platform/events/events.js';
import type { TestUser } from './support/users.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import { waitFor } from './support/wait-for.js';

const web = join(import.meta.dirname, '../../frontend/dist');

let hub: TestApp;
let user: TestUser;
let name: string;
const occurred = defineEvent<{ n: number }>('test.occurred');
const received: number[] = [];
const server = new pg.Client(process.env['TEST_DATABASE_SERVER']);
beforeAll(async () => {
  await server.connect();
  hub = await createTestApp(
    {},
    {
      web,
      prepare: (app) => app.get(Events).on(occurred, 'listener', ({ n }) => Promise.resolve(void received.push(n))),
    },
  );
  user = await hub.users.create('CONTRIBUTOR');
  name = new URL(hub.databaseUrl).pathname.slice(1);
});
afterAll(async () => {
  await hub.close();
  await server.end();
});

const hangUp = (database: string) =>
  server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);

/** Ways in which a database becomes unavailable and available again. */
const troubles: [what: string, away: () => Promise<unknown>, back: () => Promise<unknown>][] = [
  [
    'gone',
    async () => {
      // Without new connections the rename does not wait, during which the database would not respond.
      await server.query(`alter database ${name} allow_connections false`);
      await hangUp(name);
      await server.query(`alter database ${name} rename to ${name}_gone`);
      await server.query(`alter database ${name}_gone allow_connections true`);
    },
    () => server.query(`alter database ${name}_gone rename to ${name}`),
  ],
  [
    'closed',
    () => server.query(`alter database ${name} allow_connections false`),
    () => server.query(`alter database ${name} allow_connections true`),
  ],
];

/** Renaming requires that no client is connected, and background work reconnects at once. */
async function retried(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await hangUp(name);
    try {
      return void (await work());
    } catch (error) {
      if (attempt === 50) throw error;
    }
  }
}

const write = () => user.request('POST', '/documents', { body: { title: 'x', content: 'y' } });
const requests = [
  () => hub.request('GET', '/documents'),
  () => hub.request('GET', '/categories'),
  () => user.request('GET', '/auth/me'),
  write,
  () => hub.request('POST', '/auth/login-manual', { body: { email: user.email, password: user.password } }),
  () =>
    hub.request('POST', '/auth/register', { body: { email: 'away@example.org', name: 'Away', password: 'secret' } }),
  () => hub.request('GET', '/health/ready'),
];

const pages = [
  { url: '/docs', heading: 'The hub is not available at the moment', text: 'Try again in a few seconds.' },
  {
    url: '/docs?lang=de',
    heading: 'Der Hub ist gerade nicht verfügbar',
    text: 'Bitte versuchen Sie es in einigen Sekunden erneut.',
  },
];

describe.each(troubles)('a database that is %s', (_what, away, back) => {
  test('leads to 503, and needs no restart', async () => {
    await retried(away);
    await hangUp(name);
    try {
      for (const request of requests) {
        const response = await request();
        expect(response).toMatchObject({
          status: 503,
          headers: { 'retry-after': '2' },
          body: {
            code: 'database_away',
            detail: 'The service is temporarily unavailable. Please try again shortly.',
          },
        });
        // The session may still be valid, so no user is signed out.
        expect(response.headers).not.toHaveProperty('set-cookie');
        expect(response.text).not.toMatch(/database "|postgres|pg_|ECONN|127\.0\.0\.1/i);
      }
      for (const { url, heading, text } of pages) {
        const page = await hub.app.inject({ method: 'GET', url });
        expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '2']);
        expect(page.body).toContain(`<main><h1>${heading}</h1><p>${text}</p></main>`);
        // It is not for want of scripts that there is nothing to read.
        expect(page.body).not.toContain('<noscript>');
      }
      expect((await hub.request('GET', '/health/live')).status).toBe(200);
    } finally {
      await back();
    }
    expect((await user.request('GET', '/auth/me')).status).toBe(200);
    expect((await hub.request('GET', '/health/ready')).status).toBe(200);
    expect((await write()).status).toBe(201);
  });
});

test('broken idle connections have no effect', async () => {
  await Promise.all(Array.from({ length: 20 }, () => hub.request('GET', '/documents')));
  await hangUp(name);
  await new Promise((done) => setTimeout(done, 100));
  expect(
    (await Promise.all(Array.from({ length: 20 }, () => hub.request('GET', '/documents')))).map(({ status }) => status),
  ).toEqual(Array(20).fill(200));
});

/** Without rate limits, so that the responses depend on the connections alone. */
const writeThirty = async () => {
  await hub.database.query('delete from rate_limits').catch(() => undefined);
  return (await Promise.all(Array.from({ length: 30 }, write))).map(({ status }) => status);
};

test('connections that break during a request lead to 503, and the pool loses none', async () => {
  let refused = 0;
  for (let round = 0; round < 20 && refused < 100; round++) {
    await hub.database.query('delete from rate_limits');
    const responses = Promise.all(
      Array.from({ length: 60 }, (_, i) => (i % 3 ? write() : hub.request('GET', '/documents'))),
    );
    for (let i = 0; i < 4; i++) {
      await hangUp(name);
      await new Promise((done) => setTimeout(done, 5));
    }
    const statuses = (await responses).map(({ status }) => status);
    expect([200, 201, 503]).toEqual(expect.arrayContaining([...new Set(statuses)]));
    refused += statuses.filter((status) => status === 503).length;
    // The pool detects the last broken connections a moment later.
    await new Promise((done) => setTimeout(done, 100));
  }
  // Five times the size of the pool, so that leaked connections would exhaust it.
  expect(refused).toBeGreaterThanOrEqual(100);
  // The last broken connections are detected when they are used; a leaked one would never come back.
  const statuses = await waitFor(writeThirty, (all) => all.every((status) => status === 201), 10_000);
  expect(statuses).toEqual(Array(30).fill(201));
});

test('events are delivered afterwards, once each', async () => {
  for (let n = 0; n < 5; n++) await hub.get(Database).transaction(() => hub.get(Events).publish(occurred, { n }));
  const until = Date.now() + 15_000;
  while (received.length < 5 && Date.now() < until) await new Promise((done) => setTimeout(done, 50));
  expect(received.sort()).toEqual([0, 1, 2, 3, 4]);
});
