import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { waitFor } from './support/wait-for.js';
import { HubProcess } from './support/hub-process.js';

/* The start process with an app or a database server that keeps failing. */

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-test-restarts-'));
  database = await createTestDatabase();
});
afterEach(() => HubProcess.stopAll(), 60_000);
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

let number = 0;
const start = (environment: Record<string, string> = {}) =>
  HubProcess.start({ dataDir: join(folder, String(++number)), environment });
const onTestDatabase = () => start({ DATABASE_URL: database.url });

/** Kills the app each time it is ready, `times` times. */
async function killApp(hub: HubProcess, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    const restarts = () => hub.output.match(/runs again/g)?.length ?? 0;
    if (i > 0) await waitFor(restarts, (count) => count === i, 30_000);
    process.kill(hub.appPid, 'SIGKILL');
  }
}

test('after 5 restarts in 5 minutes the start ends with one sentence, exit code 1 and no processes left', async () => {
  const hub = await (await onTestDatabase()).waitUntilReady();
  await killApp(hub, 6);
  await waitFor(
    () => hub.exitCode,
    (code) => code !== undefined,
    20_000,
  );
  expect(hub.exitCode).toBe(1);
  const last =
    'Knowledge Hub ended unexpectedly (signal SIGKILL), after 5 restarts within 5 minutes: ' +
    'it is not started again. See hub.log.';
  expect(hub.output).toContain(last);
  const log = hub
    .readFile('hub.log')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; signal?: string });
  const crashes = log.filter(({ msg }) => msg.includes('ended unexpectedly'));
  expect(crashes).toHaveLength(6);
  expect(crashes[0]).toMatchObject({
    msg: expect.stringContaining('(1 of at most 5 restarts within 5 minutes)'),
    signal: 'SIGKILL',
  });
  expect(crashes[5]).toMatchObject({ msg: last });
  expect(await hub.stop()).toEqual([]);
}, 120_000);

test('Ctrl-C during the delay before a restart ends at once', async () => {
  const hub = await (await onTestDatabase()).waitUntilReady();
  await killApp(hub, 4);
  await hub.waitForOutput(/\(4 of at most 5/, 20_000);
  const began = Date.now();
  await hub.kill('SIGINT');
  expect(Date.now() - began).toBeLessThan(5000);
  expect(hub.exitCode).toBe(0);
  expect(await hub.stop()).toEqual([]);
}, 120_000);

test.each<[what: string, environment: () => Record<string, string>, sentence: string]>([
  [
    'a wrong setting',
    () => ({ DATABASE_URL: database.url, TRUST_PROXY: 'perhaps' }),
    'TRUST_PROXY must be true or false; it is "perhaps".',
  ],
  [
    'a database elsewhere that is not there',
    () => ({ DATABASE_URL: 'postgresql://127.0.0.1:1/hub' }),
    'DATABASE_URL: PostgreSQL cannot be reached there',
  ],
])(
  '%s ends the start with its sentence, and nothing is tried again',
  async (_what, environment, sentence) => {
    const hub = await start(environment());
    await waitFor(
      () => hub.exitCode,
      (code) => code !== undefined,
      20_000,
    );
    expect(hub.exitCode).toBe(1);
    expect(hub.output).toContain(sentence);
    expect(hub.output).not.toMatch(/started again| {4}at /);
    expect(await hub.stop()).toEqual([]);
  },
  60_000,
);

test('the heap limit of the app depends on the available memory', async () => {
  const hub = await (await onTestDatabase()).waitUntilReady();
  expect(await readFile(`/proc/${hub.appPid}/cmdline`, 'utf8')).toMatch(/\0--max-old-space-size=\d+\0/);
});

test('a failing database server is restarted without a limit, also when remains of a killed one block it', async () => {
  const hub = await (await start()).waitUntilReady();
  const isServing = () => fetch(`${hub.url}/api/documents`).then(({ status }) => status);
  const busy = new pg.Client(hub.databaseUrl('postgres'));
  busy.on('error', () => undefined);
  await busy.connect();
  const { rows } = await busy.query<{ pid: number }>('select pg_backend_pid() as pid');
  // It has no query in flight, so it does not notice that its server is gone.
  busy.query('do $$ begin loop end loop; end $$').catch(() => undefined);

  const control = join(folder, String(number), 'postgres/global/pg_control');
  const pid = hub.postmasterPid;
  await rename(control, `${control}.away`);
  process.kill(pid, 'SIGKILL');
  await hub.waitForOutput('PostgreSQL could not be started', 20_000);
  expect(await isServing()).toBe(503);
  // Gone, or a zombie where no init process reaps it.
  const stat = await readFile(`/proc/${rows[0]!.pid}/stat`, 'utf8').catch(() => 'gone');
  expect(stat).toMatch(/^gone$|\) Z /);
  await rename(`${control}.away`, control);
  await hub.waitForOutput('PostgreSQL runs again', 20_000);
  await waitFor(isServing, (status) => status === 200, 20_000);

  // A stop during a restart.
  await rename(control, `${control}.away`);
  process.kill(hub.postmasterPid, 'SIGKILL');
  await waitFor(
    () => hub.output.match(/PostgreSQL ended unexpectedly/g)?.length,
    (count) => (count ?? 0) >= 1,
    20_000,
  );
  const began = Date.now();
  await hub.kill('SIGTERM');
  expect(Date.now() - began).toBeLessThan(15_000);
  expect(await hub.stop()).toEqual([]);
}, 120_000);
