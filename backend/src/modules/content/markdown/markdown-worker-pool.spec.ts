import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { generateMarkdown } from '../../../../test/support/markdown-families.js';
import { type ParsedText, parseText } from '../search/search-text-worker.js';
import { MarkdownFailure, MarkdownWorkerPool, type MarkdownWorkerPoolOptions } from './markdown-worker-pool.js';

const errors: unknown[] = [];
const pools: MarkdownWorkerPool<ParsedText>[] = [];
function createPool(options: Partial<MarkdownWorkerPoolOptions> = {}): MarkdownWorkerPool<ParsedText> {
  const filename = import.meta.resolve('../search/search-text-worker.js');
  const pool = new MarkdownWorkerPool<ParsedText>((error) => errors.push(error), { filename, ...options });
  pools.push(pool);
  return pool;
}

const folder = mkdtempSync(join(tmpdir(), 'markdown-worker-'));
function writeWorker(name: string, source: string): string {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, source);
  return pathToFileURL(file).href;
}
/** Fails in the way its text names. */
const failing = writeWorker(
  'failing',
  `export default (text) => {
    if (text === 'exit') process.exit(3);
    if (text === 'throw') throw new RangeError('too deep');
    if (text === 'memory') for (const kept = [];;) kept.push(Array.from({ length: 1e5 }, (_, i) => 'x' + i));
    if (text === 'hang') for (;;);
    return { text: { body: text, headings: '', pieces: [], words: [] } };
  };`,
);

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
  expect(errors.splice(0)).toEqual([]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const slow = generateMarkdown('nested images', 500_000);
const long = '# Setup\n\nSome words.\n\n'.repeat(2000);

test('a worker parses a text as the main thread does', async () => {
  expect(await createPool().parse(long)).toEqual(parseText(long));
});

test('a text that exceeds the time limit times out, and a new worker parses the next one', async () => {
  const pool = createPool({ taskTimeoutMs: 300 });
  const began = performance.now();
  expect(await pool.parse(slow, { hasWaitTimeout: false })).toMatchObject({ reason: 'timeout' });
  expect(performance.now() - began).toBeLessThan(6000);
  expect(await pool.parse('# After\n\nwords')).toMatchObject({ text: { headings: 'After' } });
});

test.each(['exit', 'throw', 'memory'])('a worker that ends with %s is replaced', async (failure) => {
  const pool = createPool({ filename: failing, taskTimeoutMs: 20_000, maxHeapMb: 32 });
  expect(await pool.parse(failure)).toMatchObject({ reason: 'error', cause: expect.any(Error) });
  expect(await pool.parse('after')).toMatchObject({ text: { body: 'after' } });
});

test('callers wait for a limited time, except those without one; running parsing is not stopped', async () => {
  const pool = createPool({ filename: failing, taskTimeoutMs: 600, waitTimeoutMs: 200 });
  let isFirstDone = false;
  const first = pool.parse('hang', { hasWaitTimeout: false }).finally(() => (isFirstDone = true));
  const background = pool.parse('background', { hasWaitTimeout: false });
  const others = await Promise.all(Array.from({ length: 20 }, () => pool.parse('hang')));
  expect(isFirstDone).toBe(false);
  expect(others.map((outcome) => 'reason' in outcome && outcome.reason)).toEqual(
    Array.from({ length: 20 }, () => 'busy'),
  );
  expect(await first).toMatchObject({ reason: 'timeout' });
  expect(await background).toMatchObject({ text: { body: 'background' } });
});

test('a caller gives up on a text that is being parsed, too', async () => {
  const pool = createPool({ filename: failing, taskTimeoutMs: 1500, waitTimeoutMs: 500 });
  await pool.parse('started', { hasWaitTimeout: false });
  expect(await pool.parse('hang')).toEqual(new MarkdownFailure('busy'));
  expect(await pool.parse('after', { hasWaitTimeout: false })).toMatchObject({ text: { body: 'after' } });
});

test('closing ends running and queued tasks, and later ones do not start', async () => {
  const pool = createPool({ filename: failing, taskTimeoutMs: 20_000, waitTimeoutMs: 20_000 });
  await pool.parse('started');
  const running = pool.parse('hang');
  const waiting = pool.parse('words');
  await pool.close();
  expect(await Promise.all([running, waiting, pool.parse('words')])).toEqual(
    Array.from({ length: 3 }, () => new MarkdownFailure('busy')),
  );
});

test('a worker that is still starting counts as busy', async () => {
  const signal = join(folder, 'may-start');
  const slowStart = writeWorker(
    'slow-start',
    `import { existsSync } from 'node:fs';
    while (!existsSync(${JSON.stringify(signal)})) await new Promise((resolve) => setTimeout(resolve, 20));
    export default (text) => ({ text: { body: text, headings: '', pieces: [], words: [] } });`,
  );
  const pool = createPool({ filename: slowStart, startTimeoutMs: 200, taskTimeoutMs: 300 });
  for (let i = 0; i < 3; i++) expect(await pool.parse('words')).toEqual(new MarkdownFailure('busy'));
  writeFileSync(signal, '');
  let outcome = await pool.parse('words');
  for (let i = 0; i < 50 && outcome instanceof MarkdownFailure; i++) outcome = await pool.parse('words');
  expect(outcome).toMatchObject({ text: { body: 'words' } });
});
