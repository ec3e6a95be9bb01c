import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '../support/wait-for.js';
import { encodeForm } from '../support/forms.js';
import { hostileMarkdown, hostileYaml } from '../support/hostile-texts.js';
import { type MeasuredServer, startMeasuredServer } from '../support/measured-server.js';
import type { TestUser } from '../support/users.js';
import { SLOW_TEST_TIMEOUT_MS } from '../support/server-process.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { zip } from '../support/zip.js';

const MB = 1024 ** 2;
const USERS = 16;
const TEXT_BYTES = 490_000;
/** A limit of 300 MB above the idle server, so that an import that keeps all texts in memory ends the process. */
const HEAP_MB = 360;

let hub: TestApp;
let users: TestUser[];
let server: MeasuredServer;
let dataDir: string;
beforeAll(async () => {
  hub = await createTestApp();
  users = await Promise.all(Array.from({ length: USERS }, () => hub.users.create('CONTRIBUTOR')));
  dataDir = mkdtempSync(join(tmpdir(), 'hub-test-hostile-'));
  const environment = { DATABASE_URL: hub.databaseUrl, DATA_DIR: dataDir, DEMO: 'false', LOG_LEVEL: 'debug' };
  server = await startMeasuredServer(environment, `--max-old-space-size=${HEAP_MB}`);
}, SLOW_TEST_TIMEOUT_MS);
afterAll(async () => {
  server.child.kill('SIGTERM');
  const { stdout } = await server.ended;
  await hub.close();
  rmSync(dataDir, { recursive: true, force: true });
  // Levels of pino: 50 is an error.
  const lines = stdout
    .split('\n')
    .filter((line) => /"level":(?:50|60)/.test(line) || line.includes('aborted by its client'));
  expect(lines).toEqual([expect.stringMatching(/"level":20,.*aborted by its client/)]);
});

/** Texts of 490 KB with this front matter; `random` bytes of each cannot be compressed. */
function texts(count: number, random: number, front = ''): Record<string, string> {
  const one = (i: number) =>
    `${front}# File ${i}\n\n${randomBytes(random).toString('base64')}\n\n${'many words \n'.repeat(TEXT_BYTES / 12)}`;
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`file-${i}.md`, one(i)]));
}

interface Outcome {
  status: number;
  body: { code?: string; created?: unknown[]; skipped?: { path: string; reason: string }[] };
}

async function post(user: TestUser, archive: Buffer, signal?: AbortSignal): Promise<Outcome> {
  const { body, headers } = await encodeForm({ archive });
  const init = {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { ...headers, authorization: `Bearer ${user.token}` },
  };
  const response = await fetch(`${server.url}/api/documents/import`, { ...init, ...(signal && { signal }) });
  return { status: response.status, body: (await response.json()) as Outcome['body'] };
}

/** The memory that the server used during `work`, above its memory before. */
async function costOf<T>(work: () => Promise<T>): Promise<{ result: T; heapMb: number; blockedMs: number }> {
  await server.load();
  const before = await server.load();
  const result = await work();
  const { peakHeap, longestBlockMs } = await server.load();
  return { result, heapMb: (peakHeap - before.peakHeap) / MB, blockedMs: longestBlockMs };
}

const temporaryFiles = () => readdir(join(dataDir, 'files', 'tmp')).catch(() => []);
const numberOf = async (table: 'content_items' | 'documents' | 'document_revisions') =>
  (await hub.database.one<{ n: number }>(`select count(*)::int as n from ${table}`))?.n;

test(
  'sixteen archives of 420 repetitive files are refused before they are unpacked',
  async () => {
    const archive = await zip(texts(420, 0));
    expect(archive.length).toBeLessThan(MB / 2);
    const { result, heapMb, blockedMs } = await costOf(() => Promise.all(users.map((user) => post(user, archive))));
    for (const response of result) expect(response).toMatchObject({ status: 413, body: { code: 'archive_ratio' } });
    expect(heapMb).toBeLessThan(300);
    expect(blockedMs).toBeLessThan(250);
  },
  SLOW_TEST_TIMEOUT_MS,
);

test(
  'sixteen archives at once are read without keeping their texts',
  async () => {
    // Refused after all texts have been read and compared, so that nothing is stored.
    const archive = await zip(texts(44, 5000, '---\nvisibility: INTERNAL\n---\n'));
    const { result, heapMb, blockedMs } = await costOf(() => Promise.all(users.map((user) => post(user, archive))));
    for (const { status, body } of result) expect([status, body.created, body.skipped?.length]).toEqual([200, [], 44]);
    expect(heapMb).toBeLessThan(300);
    expect(blockedMs).toBeLessThan(250);
  },
  SLOW_TEST_TIMEOUT_MS,
);

test(
  'hostile front matter and Markdown neither stop the import nor block the event loop',
  async () => {
    const yaml = Object.entries(hostileYaml(16_000)).map(
      ([name, text]) => [`yaml ${name}.md`, `---\n${text}\n---\n# ${name}`] as const,
    );
    const tooLong = Object.entries(hostileYaml(60_000)).map(
      ([name, text]) => [`long ${name}.md`, `---\n${text}\n---\n# ${name}`] as const,
    );
    const markdown = Object.entries(hostileMarkdown(TEXT_BYTES)).map(
      ([name, text]) => [`markdown ${name}.md`, `---\nvisibility: INTERNAL\n---\n${text}`] as const,
    );
    const files = { ...Object.fromEntries([...yaml, ...tooLong, ...markdown]), 'last.md': '# Last of all' };
    const { result, heapMb, blockedMs } = await costOf(async () => post(users[0]!, await zip(files)));
    expect(result).toMatchObject({
      status: 200,
      body: { created: expect.arrayContaining([expect.objectContaining({ title: 'Last of all' })]) },
    });
    expect(heapMb).toBeLessThan(300);
    expect(blockedMs).toBeLessThan(250);
  },
  SLOW_TEST_TIMEOUT_MS,
);

test(
  'an import ends when its client leaves, and leaves whole documents and no temporary files',
  async () => {
    const leaving = new AbortController();
    const before = (await numberOf('content_items')) ?? 0;
    const sent = post(users[1]!, await zip(texts(60, 5000)), leaving.signal).catch((error: unknown) => error);
    await waitFor(
      () => numberOf('content_items'),
      (count = 0) => count > before,
      SLOW_TEST_TIMEOUT_MS,
    );
    leaving.abort();
    expect(await sent).toMatchObject({ name: 'AbortError' });
    await waitFor(temporaryFiles, (files) => files.length === 0, SLOW_TEST_TIMEOUT_MS);
    const left = await numberOf('content_items');
    expect(left).toBeLessThan(before + 60);
    expect([await numberOf('documents'), await numberOf('document_revisions')]).toEqual([left, left]);
    // No other file of the first import is created after its end, and the next one of the same user is admitted.
    expect(await post(users[1]!, await zip({ 'a.md': '# After leaving' }))).toMatchObject({
      status: 200,
      body: { created: [{}] },
    });
    expect(await numberOf('content_items')).toBe((left ?? 0) + 1);
  },
  SLOW_TEST_TIMEOUT_MS,
);
