import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import type { SystemHealthResponse } from '../src/modules/admin/health/system-health.dto.js';
import { ItemViewCounter } from '../src/modules/content/views/view-counter.js';
import { createDocument } from './support/documents.js';
import { waitFor } from './support/wait-for.js';
import { encodeForm } from './support/forms.js';
import type { TestUser } from './support/users.js';
import { createTestApp, type TestApp } from './support/test-app.js';

/* A read-only database, as the embedded one becomes when the volume of DATA_DIR is full. */

let embedded: TestApp;
let standby: TestApp;
let editor: TestUser;
let slug: string;
let id: string;
const server = new pg.Client(process.env['TEST_DATABASE_SERVER']);

const setReadOnly = async (isReadOnly: boolean) => {
  const name = new URL(embedded.databaseUrl).pathname.slice(1);
  await server.query(`alter database ${name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
  await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  // A pooled connection that was just ended leads to one 503.
  const readAll = () => Promise.all(Array.from({ length: 10 }, () => embedded.request('GET', '/documents')));
  await waitFor(readAll, (responses) => responses.every(({ status }) => status === 200));
};

beforeAll(async () => {
  await server.connect();
  embedded = await createTestApp({ DATABASE_EMBEDDED: 'true', SHARED_READS_SECONDS: '0' });
  standby = await createTestApp({}, { databaseUrl: embedded.databaseUrl });
  editor = await embedded.users.create('EDITOR');
  ({ id, slug } = await createDocument(editor, { status: 'PUBLISHED', title: 'Readable' }));
  // Old enough for the next request of the session to write its last-seen time.
  await embedded.database.query(`update sessions set last_seen_at = now() - interval '1 hour'`);
  await setReadOnly(true);
});
afterAll(async () => {
  await setReadOnly(false);
  await embedded.close();
  await standby.close();
  await server.end();
});

describe('while the database is read-only', () => {
  test('the dashboard says so', async () => {
    const { body } = await editor.request<SystemHealthResponse>('GET', '/admin/system-health');
    expect(body).toMatchObject({ is_read_only: true, database_status: 'degraded' });
    expect(body.alerts.map(({ code }) => code)).toContain('read_only_database');
  });

  test('reads work without their optional writes: last-seen times, views, queries without a result', async () => {
    for (const request of [embedded.request, editor.request]) {
      for (const path of [
        '/documents',
        `/documents/${slug}`,
        '/categories',
        '/dashboard/home',
        '/search/suggestions?q=read',
      ]) {
        expect([path, (await request('GET', path)).status]).toEqual([path, 200]);
      }
      const search = await request<{ total: number }>('POST', '/search', { body: { query: 'nowhere to be found' } });
      expect([search.status, search.body.total]).toEqual([200, 0]);
    }
    expect((await editor.request('GET', '/auth/me')).status).toBe(200);
  });

  test('writes lead to 507 with a sentence, and to no other error', async () => {
    const { body, headers } = await encodeForm({
      file: new File([Buffer.alloc(100_000, 1)], 'photo.png', { type: 'image/png' }),
    });
    const writes = [
      () => editor.request('POST', '/documents', { body: { title: 'x', content: 'y' } }),
      () => editor.request('PUT', `/documents/${id}/status`, { body: { status: 'ARCHIVED' } }),
      () => editor.request('POST', '/images', { body, headers }),
      () =>
        embedded.request('POST', '/auth/register', {
          body: { email: 'new@example.org', name: 'New', password: 'secret-1' },
        }),
      () =>
        embedded.request('POST', '/auth/login-manual', { body: { email: editor.email, password: editor.password } }),
    ];
    for (const request of writes) {
      expect(await request()).toMatchObject({
        status: 507,
        body: { code: 'disk_full', detail: 'There is no storage space left. Please contact an administrator.' },
      });
    }
  });

  test('a database that is not embedded may be read-only for other reasons, such as a failover: 503', async () => {
    expect(
      await standby.request('POST', '/auth/login-manual', { body: { email: editor.email, password: editor.password } }),
    ).toMatchObject({
      status: 503,
      body: { code: 'database_away' },
    });
  });
});

test('when it is writable again, writes succeed and the views in between are counted', async () => {
  await setReadOnly(false);
  expect((await editor.request('POST', '/documents', { body: { title: 'x', content: 'y' } })).status).toBe(201);
  await embedded.get(ItemViewCounter).flush();
  expect(await embedded.database.one('select view_count as n from content_items where id = $1', [id])).toEqual({
    n: 1,
  });
});
