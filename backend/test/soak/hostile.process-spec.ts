import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AbuseTestServer } from '../support/abuse-server.js';
import { createDocument, setDocumentStatus } from '../support/documents.js';
import { createFile, encodeForm } from '../support/forms.js';
import { createForumCategory } from '../support/forum.js';
import { hostileBodies } from '../support/hostile-bodies.js';
import { formBody, formHeaders, hostileForms } from '../support/hostile-forms.js';
import { hostileMarkdown, hostileYaml } from '../support/hostile-texts.js';
import { markdownFamilies } from '../support/markdown-families.js';
import { formOperations, type Operation, operations, type Schema } from '../support/openapi.js';
import { refusedBodies, sendRefused } from '../support/refused-bodies.js';
import { SLOW_TEST_TIMEOUT_MS } from '../support/server-process.js';
import { zip } from '../support/zip.js';
import { youtube } from '../support/videos.js';
import { hostileSeconds, percentile } from './settings.js';

/* All kinds of hostile requests at once, by guests and a contributor, while other users read. */

const MB = 1024 ** 2;
/** The long version also compares response times, which a short one on a busy machine cannot. */
const isLong = hostileSeconds >= 300;
const MAX_GROWTH_MB = 150;
/** Within this time memory is given back. */
const REST_MS = 60_000;
const IDLE_MS = isLong ? 30_000 : 2000;
const ID = '01900000-0000-7000-8000-000000000000';

let server: AbuseTestServer;
let bearer: string;
let documentId: string;
let categoryId: string;
beforeAll(async () => {
  server = await AbuseTestServer.start((started) => started.send('/documents', {}));
  const { users } = server.hub;
  const [editor, contributor] = [await users.create('EDITOR'), await users.create('CONTRIBUTOR')];
  bearer = `Bearer ${contributor.token}`;
  documentId = (await setDocumentStatus(editor, (await createDocument(editor)).id, 'PUBLISHED')).id;
  categoryId = (await createForumCategory(await users.create('ADMIN'))).id;
}, SLOW_TEST_TIMEOUT_MS);
afterAll(() => server?.close());

const withBody = operations.filter((operation): operation is Operation & { body: Schema } => !!operation.body);
const pathOf = ({ path }: Operation): string => path.replace(/\{\w+\}/g, ID);
const post = (path: string, value: object) =>
  server.send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: bearer },
    body: Buffer.from(JSON.stringify(value)),
  });

const chaptersOf = (text: string) =>
  Array.from({ length: 20 }, (_, i) => ({ title: text.slice(0, 200), description: text.slice(0, 500), start_time: i }));

/** How often an item was stored, and then read. */
let storedCount = 0;
async function create(path: string, value: object): Promise<void> {
  const { status, text } = await post(path, value);
  if (status !== 201) return;
  storedCount++;
  const { id } = JSON.parse(text) as { id: string };
  const headers = { authorization: bearer };
  for (const read of ['', ...(path === '/videos' ? ['/captions.vtt'] : ['/revisions'])])
    await server.send(`${path}/${id}${read}`, { headers });
}

/** Each yields requests for ever, one of each of its kinds in turn. */
const attacks: Record<string, (isOver: () => boolean) => Promise<void>> = {
  async 'refused bodies'(isOver) {
    for (let round = 0; ; round++)
      for (const kind of Object.values(refusedBodies(`Authorization: ${bearer}\r\n`))) {
        if (isOver()) return;
        await sendRefused(server.url, kind, round % 2 === 1);
      }
  },
  async 'hostile JSON'(isOver) {
    for (let round = 0; ; round++)
      for (const operation of withBody)
        for (const { bytes } of hostileBodies(operation.body)) {
          if (isOver()) return;
          const headers = { 'content-type': 'application/json', ...(round % 2 && { authorization: bearer }) };
          await server.send(pathOf(operation), { method: operation.method, headers, body: bytes });
        }
  },
  async 'hostile forms'(isOver) {
    for (let round = 0; ; round++)
      for (const operation of formOperations)
        for (const parts of Object.values(hostileForms(operation.form))) {
          if (isOver()) return;
          const headers = { ...formHeaders, ...(round % 2 && { authorization: bearer }) };
          await server.send(pathOf(operation), { method: operation.method, headers, body: formBody(parts) });
        }
  },
  async 'pathological texts'(isOver) {
    for (;;)
      for (const [name, generate] of Object.entries(markdownFamilies)) {
        if (isOver()) return;
        const text = generate(100_000).slice(0, 100_000).toWellFormed().replaceAll('\0', ' ');
        await create('/documents', { title: name, summary: text.slice(0, 500), content: text });
        const video = { title: name, description: text.slice(0, 10_000), transcript: text, chapters: chaptersOf(text) };
        await create('/videos', { ...youtube, ...video });
        await post('/comments', { content_type: 'document', content_id: documentId, content: text.slice(0, 5000) });
        await post('/forum/threads', { category_id: categoryId, title: name, content: text.slice(0, 20_000) });
        await post('/search', { query: text.slice(0, 200) });
        await server.resetRateLimits();
      }
  },
  async 'caption files'(isOver) {
    for (;;)
      for (const generate of Object.values(markdownFamilies)) {
        if (isOver()) return;
        const file = createFile(Buffer.from(`WEBVTT\n\n00:01.000 --> 00:02.000\n${generate(500_000)}`), 'talk.vtt');
        const { headers, body } = await encodeForm({ file });
        await server.send('/videos/caption-files', {
          method: 'POST',
          headers: { ...headers, authorization: bearer },
          body,
        });
        await server.resetRateLimits();
      }
  },
  async 'hostile imports'(isOver) {
    const texts = { ...hostileYaml(16_000), ...hostileMarkdown(100_000) };
    const files = Object.entries(texts).map(([name, text]) => ({ [`${name}.md`]: text }));
    const { headers, body } = await encodeForm({ archive: await zip(Object.assign({}, ...files) as typeof texts) });
    while (!isOver()) {
      const authorization = { ...headers, authorization: bearer };
      await server.send('/documents/import', { method: 'POST', headers: authorization, body });
    }
  },
  async 'many uploads'(isOver) {
    const headers = { authorization: bearer, 'tus-resumable': '1.0.0', 'upload-length': '2000000000' };
    while (!isOver()) {
      await server.send('/uploads', { method: 'POST', headers });
      await pause(50);
    }
  },
};
/** Of each attack at once. */
const WORKERS: Record<string, number> = {
  'refused bodies': 16,
  'hostile JSON': 4,
  'hostile forms': 2,
  'pathological texts': 2,
  'caption files': 1,
  'hostile imports': 1,
  'many uploads': 2,
};

/** Reads as other users do during `work`. @returns the response times in milliseconds */
async function readDuring(work: Promise<unknown>): Promise<number[]> {
  const paths = ['/documents', `/documents/${documentId}`, `/comments/document/${documentId}?limit=1`];
  const worker = new Worker(new URL('../support/reading-thread.mjs', import.meta.url), {
    workerData: { url: `${server.url}/api`, paths, pauseMs: 50 },
    execArgv: [],
  });
  const ended = once(worker, 'message') as Promise<[{ times: number[]; failed: string[] }]>;
  await work;
  worker.postMessage('end', []);
  const [{ times, failed }] = await ended;
  expect(failed).toEqual([]);
  return times;
}

const until = (ms: number) => {
  const end = Date.now() + ms;
  return () => Date.now() > end;
};

test(
  `${hostileSeconds} s of hostile requests leave the hub responsive, and nothing behind`,
  async () => {
    const idle = await readDuring(pause(IDLE_MS));
    const before = await server.load();
    const isOver = until(hostileSeconds * 1000);
    const workers = Object.entries(attacks).flatMap(([name, attack]) =>
      Array.from({ length: WORKERS[name]! }, () => attack(isOver)),
    );
    const meanwhile = await readDuring(Promise.all(workers));
    const { longestBlockMs, peakRss } = await server.load();
    const rested = until(REST_MS);
    let after = await server.load();
    while (!rested() && after.peakRss - before.peakRss > MAX_GROWTH_MB * MB) {
      await pause(1000);
      after = await server.load();
    }
    const [p99Idle, p99] = [percentile(idle, 0.99), percentile(meanwhile, 0.99)];
    const files = after.openFiles - before.openFiles;
    const memory = (after.peakRss - before.peakRss) / MB;
    process.stdout.write(
      `hostile: ${hostileSeconds} s, block ${longestBlockMs.toFixed(0)} ms, p99 ${p99.toFixed(1)} ms (idle ` +
        `${p99Idle.toFixed(1)}), peak +${((peakRss - before.peakRss) / MB).toFixed(0)} MB; within ` +
        `${REST_MS / 1000} s +${memory.toFixed(0)} MB, ${files} files\n`,
    );
    expect(storedCount).toBeGreaterThan(hostileSeconds / 10);
    expect(longestBlockMs).toBeLessThanOrEqual(250);
    expect(files).toBeLessThanOrEqual(50);
    expect(memory).toBeLessThanOrEqual(MAX_GROWTH_MB);
    if (isLong) expect(p99).toBeLessThanOrEqual(3 * p99Idle);
  },
  SLOW_TEST_TIMEOUT_MS + REST_MS + 2 * hostileSeconds * 1000,
);
