import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { CommentWriters } from './support/comment-writers.js';
import { waitFor } from './support/wait-for.js';
import { encodeForm } from './support/forms.js';
import { HubProcess } from './support/hub-process.js';
import { admin } from './support/server-process.js';
import { createPng } from './support/images.js';
import { SmallVolume } from './support/small-volume.js';

/* The volume of DATA_DIR fills up and is freed again; the hub recovers without manual work. */

const VOLUME_MB = 256;
const RESERVE_BYTES = (VOLUME_MB / 8) * 1024 ** 2;
const RECOVERED_WITHIN_MS = 20_000;
const PATIENCE_MS = 180_000;

let volume: SmallVolume;
beforeEach(async () => {
  volume = await SmallVolume.mount(VOLUME_MB);
});
afterEach(async () => {
  await HubProcess.stopAll();
  await volume.unmount();
}, 60_000);

const startHub = () =>
  HubProcess.start({ dataDir: volume.path, visibleDataDir: volume.visiblePath, wrapper: volume.wrapper });
const reserve = () => statSync(join(volume.visiblePath, 'disk-reserve'), { throwIfNoEntry: false })?.size ?? 0;
const isReserveHeld = () => waitFor(reserve, (bytes) => bytes === RESERVE_BYTES, RECOVERED_WITHIN_MS);

const get = async (hub: HubProcess, path: string) =>
  fetch(`${hub.url}/api${path}`).then(
    ({ status }) => status,
    () => 0,
  );
const signIn = async (hub: HubProcess) => {
  const body = JSON.stringify(admin);
  const response = await fetch(`${hub.url}/api/auth/login-manual`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  }).catch(() => undefined);
  return {
    status: response?.status ?? 0,
    body: ((await response?.json()) ?? {}) as { session_token?: string; detail?: string },
  };
};
/** A sign-in opens a session, which is a write. */
const writeStatus = async (hub: HubProcess) => (await signIn(hub)).status;
const readStatuses = async (hub: HubProcess, slug: string) =>
  Promise.all(
    ['/documents', `/documents/${slug}`, '/categories', `/comments/document/${slug}`].map((path) => get(hub, path)),
  );

async function expectReadOnly(hub: HubProcess, slug: string): Promise<void> {
  await waitFor(
    () => writeStatus(hub),
    (status) => status === 507,
    RECOVERED_WITHIN_MS,
  );
  for (let i = 0; i < 10; i++) {
    expect(await readStatuses(hub, slug)).toEqual([200, 200, 200, 200]);
    expect(await writeStatus(hub)).toBe(507);
    await pause(100);
  }
}

test(
  'filled and freed while users write: reads succeed, writes get 507, and nothing acknowledged is lost',
  async () => {
    const hub = await (await startHub()).waitUntilReady();
    const { session_token: token } = (await signIn(hub)).body;
    const writers = await CommentWriters.start(hub.url, 4);
    try {
      await isReserveHeld();
      await volume.fill();
      await waitFor(
        () => writers.refusals.get(507) ?? 0,
        (refused) => refused > 4,
        RECOVERED_WITHIN_MS,
      );
      await expectReadOnly(hub, writers.slug);
      const upload = await encodeForm({
        image: new File([new Uint8Array(await createPng(400, 400))], 'photo.png', { type: 'image/png' }),
      });
      const uploaded = await fetch(`${hub.url}/api/images`, {
        method: 'POST',
        headers: { ...upload.headers, authorization: `Bearer ${token}` },
        body: new Uint8Array(upload.body),
      });
      expect([uploaded.status, await uploaded.json()]).toMatchObject([507, { code: 'disk_full' }]);
      expect(
        readdirSync(volume.visiblePath, { recursive: true }).filter((name) => /^files\/.*\w{20}/.test(String(name))),
      ).toEqual([]);

      const freedAt = performance.now();
      await volume.releaseSpace();
      const recovered = await waitFor(
        () => writers.getRecoveryMs(freedAt),
        (ms) => ms !== undefined,
        RECOVERED_WITHIN_MS,
      );
      process.stdout.write(`full disk: writes work ${Math.round(recovered ?? NaN)} ms after it was freed\n`);
      await isReserveHeld();
    } finally {
      await writers.stop();
    }
    expect(await writers.findLostAndDuplicated(hub.databaseUrl('hub'))).toEqual({ lost: [], doubled: [] });
    expect([0, 503, 507]).toEqual(expect.arrayContaining([...writers.refusals.keys()]));

    // Also when started on a full volume.
    await volume.fill();
    await hub.kill('SIGKILL');
    const next = await (await startHub()).waitUntilReady();
    await expectReadOnly(next, writers.slug);
    await volume.releaseSpace();
    await waitFor(
      () => writeStatus(next),
      (status) => status === 200,
      RECOVERED_WITHIN_MS,
    );
    expect(await writers.findLostAndDuplicated(next.databaseUrl('hub'))).toEqual({ lost: [], doubled: [] });
    expect(await next.stop()).toEqual([]);
  },
  PATIENCE_MS,
);

test(
  'filled while PostgreSQL writes its log: it panics, recovers in the reserve, and is writable with space again',
  async () => {
    const hub = await (await startHub()).waitUntilReady();
    const writers = await CommentWriters.start(hub.url, 2);
    try {
      await isReserveHeld();
      await volume.fill();
      await writeLogUntilPanic(hub.databaseUrl('postgres'));
      await hub.waitForOutput(/PANIC|No space left on device|given up for PostgreSQL/, RECOVERED_WITHIN_MS);
      await hub.waitForOutput(/PostgreSQL runs again/, RECOVERED_WITHIN_MS);
      expect(reserve()).toBe(0);
      await expectReadOnly(hub, writers.slug);

      process.kill(hub.appPid, 'SIGKILL');
      await hub.waitForOutput(/Knowledge Hub runs again/, RECOVERED_WITHIN_MS);
      await expectReadOnly(hub, writers.slug);
    } finally {
      await writers.stop();
    }
    expect(await hub.stop()).toEqual([]);
    expect(hub.exitCode).toBe(0);

    // Without a free block and without a reserve, even the lock file of the start cannot be written.
    await volume.fill();
    const next = await startHub();
    await next.waitForOutput(/no space left|has only 0 MB left/i, RECOVERED_WITHIN_MS);
    await volume.releaseSpace();
    await next.waitUntilReady();
    await waitFor(
      () => writeStatus(next),
      (status) => status === 200,
      RECOVERED_WITHIN_MS,
    );
    await isReserveHeld();
    expect(await writers.findLostAndDuplicated(next.databaseUrl('hub'))).toEqual({ lost: [], doubled: [] });
    expect(await next.stop()).toEqual([]);
  },
  PATIENCE_MS,
);

/** Fills the allocated log segments; the next one cannot be allocated. */
async function writeLogUntilPanic(url: string): Promise<void> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (let i = 0; i < 200; i++)
      await client.query(`select pg_logical_emit_message(false, 'test', repeat('x', 1000000), true)`);
  } catch {
    return;
  } finally {
    await client.end().catch(() => undefined);
  }
  throw new Error('The log took 200 MB on a full volume.');
}
