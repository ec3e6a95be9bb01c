import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import {
  type ExitResult,
  findFreePort,
  killRunningServers,
  SLOW_TEST_TIMEOUT_MS,
  startServer,
} from './support/server-process.js';

let database: TestDatabase;
const onServer = new pg.Client(process.env['TEST_DATABASE_SERVER']);
beforeAll(async () => {
  await onServer.connect();
  database = await createTestDatabase();
});
afterEach(killRunningServers);
afterAll(async () => {
  await database.drop();
  await onServer.end();
});

const outcome = async (environment: Record<string, string>): Promise<ExitResult> =>
  (await startServer({ DATABASE_URL: database.url, ...environment })).ended;
const urlWith = (change: (url: URL) => void) => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};

function expectOneSentence({ code, stderr }: ExitResult, names: RegExp): void {
  expect(stderr).toMatch(names);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).not.toMatch(/\bat .*:\d+:\d+|node:internal|Error:/);
  expect(code).toBe(1);
}

test('the start is logged in few lines, and each request in one', async () => {
  const server = await startServer({ DATABASE_URL: database.url, LOG_LEVEL: 'info' });
  expect(await server.ready).toBe(true);
  for (const path of ['/api/documents?tag=private', '/api/documents/none', '/api/health/ready', '/health/live'])
    await fetch(server.url + path);
  server.child.kill('SIGTERM');
  const lines = (await server.ended).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const entries = lines.map(({ msg, method, path, status }) => [msg, method, path, status].filter(Boolean).join(' '));
  expect(entries).toEqual([
    expect.stringMatching(/^ready: http:\/\/localhost:\d+, listening at http:\/\/127\.0\.0\.1:\d+$/),
    'request GET /api/documents 200',
    'request GET /api/documents/none 404',
    'stopping',
  ]);
  expect(lines[1]).toMatchObject({ reqId: expect.stringMatching(/^[\w-]{36}$/), ms: expect.any(Number) });
});

test('a database that a newer release has migrated is used, with a warning that names its migrations', async () => {
  const name = 'Migration20990101000000_future';
  const newer = await createTestDatabase();
  const client = new pg.Client(newer.url);
  await client.connect();
  await client.query('insert into mikro_orm_migrations (name) values ($1)', [name]);
  await client.end();
  const server = await startServer({ DATABASE_URL: newer.url });
  expect(await server.ready).toBe(true);
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  server.child.kill('SIGTERM');
  const { code, stdout } = await server.ended;
  expect(code).toBe(0);
  const lines = stdout.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({
      level: 40,
      msg: 'the database has migrations of a newer release',
      migrations: [name],
    }),
  );
  await newer.drop();
});

test('a port in use', async () => {
  const other: Server = createServer();
  const port = await findFreePort();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  expectOneSentence(
    await outcome({ PORT: String(port) }),
    new RegExp(`^Port ${port} on 127.0.0.1 is already in use\\. .*PORT`),
  );
  await new Promise((resolve) => other.close(resolve));
});

test.each<[what: string, environment: () => Record<string, string>, sentence: RegExp]>([
  ['a wrong variable', () => ({ TRUST_PROXY: 'perhaps' }), /^TRUST_PROXY must be true or false; it is "perhaps"\.$/m],
  ['a missing variable', () => ({ DATABASE_URL: '' }), /^DATABASE_URL is missing: /],
  [
    'an address of another machine',
    () => ({ HOST: '192.0.2.1' }),
    /^HOST 192\.0\.2\.1 is not an address of this machine\.$/m,
  ],
  [
    'a database server that is not there',
    () => ({ DATABASE_URL: urlWith((url) => (url.port = '1')) }),
    /^DATABASE_URL: PostgreSQL cannot be reached there/,
  ],
  [
    'a database host that is not there',
    () => ({ DATABASE_URL: urlWith((url) => (url.hostname = 'no-such-host.invalid')) }),
    /^DATABASE_URL: PostgreSQL cannot be reached there/,
  ],
  [
    'a database that is not there',
    () => ({ DATABASE_URL: urlWith((url) => (url.pathname = '/no_such_database')) }),
    /^DATABASE_URL: the database it names does not exist\.$/m,
  ],
])('%s', async (_what, environment, sentence) => {
  expectOneSentence(await outcome(environment()), sentence);
});

test('a wrong password is reported without being shown', async () => {
  // The test server requires no password, except for this database.
  const { rows } = await onServer.query<{ hba_file: string }>('show hba_file');
  const file = rows[0]!.hba_file;
  const before = await readFile(file, 'utf8');
  const name = new URL(database.url).pathname.slice(1);
  await writeFile(file, `host ${name} all all scram-sha-256\n${before}`);
  await onServer.query('select pg_reload_conf()');
  try {
    const url = urlWith((of) => (of.password = 'wrong-secret'));
    for (let attempt = 1; ; attempt++) {
      const refused = await new pg.Client(url).connect().then(
        () => false,
        () => true,
      );
      if (refused || attempt === 50) break;
      await new Promise((done) => setTimeout(done, 20));
    }
    const ended = await outcome({ DATABASE_URL: url });
    expectOneSentence(ended, /^DATABASE_URL: PostgreSQL refused its user or password\.$/m);
    expect(ended.stdout + ended.stderr).not.toContain('wrong-secret');
  } finally {
    await writeFile(file, before);
    await onServer.query('select pg_reload_conf()');
  }
});

test(
  'two instances that start at once on an empty database both come up, and share it',
  async () => {
    const empty = await createTestDatabase('template0');
    const environment = {
      DATABASE_URL: empty.url,
      ADMIN_EMAIL: 'boss@example.org',
      ADMIN_PASSWORD: 'first-password',
      DEMO: 'true',
    };
    const servers = await Promise.all([startServer(environment), startServer(environment)]);
    expect(await Promise.all(servers.map(({ ready }) => ready))).toEqual([true, true]);
    const totals = await Promise.all(
      servers.map(async ({ url }) => (await fetch(`${url}/api/documents`)).headers.get('x-total-count')),
    );
    expect(Number(totals[0])).toBeGreaterThan(0);
    expect(totals[1]).toBe(totals[0]);
    const signIn = await fetch(`${servers[0].url}/api/auth/login-manual`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'boss@example.org', password: 'first-password' }),
    });
    const { session_token: token } = (await signIn.json()) as { session_token: string };
    const me = await fetch(`${servers[1].url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(await me.json()).toMatchObject({ email: 'boss@example.org', role: 'ADMIN' });
    for (const { child } of servers) child.kill('SIGTERM');
    for (const { ended } of servers) expect(await ended).toMatchObject({ code: 0, stderr: '' });
    await empty.drop();
  },
  SLOW_TEST_TIMEOUT_MS,
);
