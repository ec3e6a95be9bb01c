import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { VideoResponse } from '../src/modules/content/videos/video-responses.dto.js';
import { Mailer, SEND_MAIL } from '../src/platform/mail/mailer.js';
import { type MailServer, startMailServer } from './support/mail-server.js';
import { writeTestVideo } from './support/media-files.js';
import { mediaProcesses } from './support/child-processes.js';
import { killRunningServers, type ServerProcess, startServer } from './support/server-process.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';
import { uploadVideo } from './support/videos.js';
import { waitFor } from './support/wait-for.js';

/* Instances that convert videos are killed by SIGKILL; the one that tests talk to converts none. */

let hub: TestApp;
let author: TestUser;
let folder: string;
let environment: Record<string, string>;
let mailServer: MailServer;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-video-crashes-'));
  mailServer = await startMailServer();
  const shared = { DATA_DIR: join(folder, 'data'), SMTP_URL: mailServer.url, MAIL_FROM: 'hub@example.org' };
  hub = await createTestApp({ ...shared, VIDEO_WORKERS: '0' });
  environment = { ...shared, DATABASE_URL: hub.databaseUrl };
  author = await hub.users.create('CONTRIBUTOR');
});
afterEach(async () => {
  killRunningServers();
  await hub.close();
  await mailServer.stop();
  await rm(folder, { recursive: true, force: true });
});

async function startInstance(): Promise<ServerProcess> {
  const server = await startServer(environment);
  expect(await server.ready).toBe(true);
  return server;
}

async function kill({ child, ended }: ServerProcess): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

const get = async (id: string) => (await author.request<VideoResponse>('GET', `/videos/${id}`)).body;
/** How often authors were notified of the end of processing, by video. */
const announcements = () =>
  hub.database.query<{ id: string; kind: string; n: number }>(
    `select subject_id as id, kind, count(*)::int as n from notifications
     where subject_type = 'video' group by subject_id, kind`,
  );
const waitUntilConverting = async (id: string, { child }: ServerProcess) => {
  await waitFor(
    () => get(id),
    ({ processing }) => (processing?.progress ?? 0) > 6,
    30_000,
  );
  return waitFor(
    () => mediaProcesses(child.pid),
    ([pid]) => pid !== undefined,
    10_000,
  );
};

test('a conversion survives the death of its process and of its instance, and has its effects once', async () => {
  const path = join(folder, 'long.mp4');
  await writeTestVideo(path, { seconds: 6, width: 1280, height: 720, audio: null });
  const first = await startInstance();
  const { id } = await uploadVideo(author, path);
  const [worker = 0] = await waitUntilConverting(id, first);
  process.kill(worker, 'SIGKILL');
  const [next = 0] = await waitFor(
    () => mediaProcesses(first.child.pid),
    ([pid]) => pid !== undefined && pid !== worker,
  );
  await kill(first);
  // The process ends with its parent, although it converts.
  await waitFor(
    () => readFile(`/proc/${next}/cmdline`, 'utf8').catch(() => ''),
    (command) => !command.includes('media'),
  );
  expect((await get(id)).status).toBe('PROCESSING');
  const second = await startInstance();
  await waitFor(
    () => get(id),
    ({ processing }) => processing === null,
    120_000,
  );
  expect(await get(id)).toMatchObject({ status: 'READY', duration_sec: 6, error_reason: null });
  expect(await hub.database.query('select height from renditions order by height')).toEqual([
    { height: 480 },
    { height: 720 },
  ]);
  await waitFor(announcements, (rows) => rows.length > 0);
  expect(await announcements()).toEqual([{ id, kind: expect.any(String), n: 1 }]);
  // Removed after the result is stored.
  await waitFor(
    () => readdir(join(folder, 'data', 'processing')),
    (left) => left.length === 0,
  );
  expect(
    await hub.database.query(
      'select name from files f where not exists (select 1 from file_uses u where u.file_id = f.id)',
    ),
  ).toEqual([]);
  await kill(second);
}, 300_000);

const isAtLeast = (count: number) => (n: number) => n >= count;

const COUNT = 40;
/** Every n-th of them can be converted. */
const WHOLE_EVERY = 10;
const MAIL_WITHIN_MS = 2000;
const MAIL_EVERY_MS = 150;
/** Mails that are queued before the kill, and after it. */
const MAILS_AROUND_KILL = 20;

test(`${COUNT} videos on two instances, one is killed: each is processed once, and mail is not delayed`, async () => {
  const whole = join(folder, 'whole.mp4');
  await writeTestVideo(whole, { seconds: 1, width: 64, height: 36, audio: null });
  const damaged = join(folder, 'damaged.mp4');
  await writeFile(damaged, (await readFile(whole)).subarray(0, 1000));
  const ids: string[] = [];
  for (let n = 0; n < COUNT; n++) ids.push((await uploadVideo(author, n % WHOLE_EVERY === 0 ? whole : damaged)).id);
  const [first, second] = await Promise.all([startInstance(), startInstance()]);
  const processed = async () =>
    (await hub.database.one<{ n: number }>('select count(*)::int as n from videos where attempt_id is null'))!.n;
  await using mails = new MailStream();
  await waitFor(processed, isAtLeast(COUNT / 4), 240_000);
  await mails.waitFor(MAILS_AROUND_KILL);
  await kill(first);
  const interrupted = await findMailsInDelivery();
  await mails.waitFor(MAILS_AROUND_KILL);
  await waitFor(processed, isAtLeast(COUNT), 240_000);
  const delays = await mails.stop();
  expect(delays.size).toBeGreaterThan(2 * MAILS_AROUND_KILL);
  const late = [...delays].filter(([to, ms]) => ms > MAIL_WITHIN_MS && !interrupted.includes(to));
  expect(late).toEqual([]);
  const statuses = await hub.database.query(
    `select status, count(*)::int as n from content_items where kind = 'video' group by status order by status`,
  );
  expect(statuses).toEqual([
    { status: 'ERROR', n: COUNT - COUNT / WHOLE_EVERY },
    { status: 'READY', n: COUNT / WHOLE_EVERY },
  ]);
  await waitFor(announcements, (rows) => rows.length === COUNT, 30_000);
  expect((await announcements()).filter(({ n }) => n !== 1)).toEqual([]);
  await kill(second);
}, 600_000);

/**
 * Mails that an instance is handing over to the mail server. What the killed one had begun is sent again when its
 * heartbeat expires; all others have nothing to do with the kill.
 */
async function findMailsInDelivery(): Promise<string[]> {
  const rows = await hub.database.query<{ to: string }>(
    `select data->>'to' as "to" from pgboss.job where name = $1 and state = 'active'`,
    [SEND_MAIL],
  );
  expect(rows.length).toBeLessThanOrEqual(4);
  return rows.map(({ to }) => to);
}

/** Queues mails at short intervals, which any instance delivers. */
class MailStream implements AsyncDisposable {
  private readonly queuedAt = new Map<string, number>();
  private readonly ended = new AbortController();
  private readonly running = this.run();

  /** Waits until this many more mails are queued. */
  async waitFor(more: number): Promise<void> {
    const count = this.queuedAt.size + more;
    await waitFor(() => this.queuedAt.size, isAtLeast(count), 60_000);
  }

  /** @returns milliseconds from the commit of each mail to its arrival, by address */
  async stop(): Promise<Map<string, number>> {
    await this[Symbol.asyncDispose]();
    const arrivals = () =>
      new Map(mailServer.received.filter(({ to }) => this.queuedAt.has(to)).map((mail) => [mail.to, mail.receivedAt]));
    const received = await waitFor(arrivals, ({ size }) => size === this.queuedAt.size, 60_000);
    return new Map([...this.queuedAt].map(([to, queuedAt]) => [to, received.get(to)! - queuedAt]));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.ended.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    for (let n = 0; !this.ended.signal.aborted; n++) {
      const to = `reader-${n}@example.org`;
      await hub.get(Mailer).send({ to, subject: 'News', text: 'There is news.' });
      this.queuedAt.set(to, performance.now());
      await pause(MAIL_EVERY_MS);
    }
  }
}
