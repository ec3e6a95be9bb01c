import { describe, expect, test } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/* How `npm start` divides memory and disk space, restarts a process, and waits for another command (tools/lib). */

interface Memory {
  divideMemory: (
    bytes: number,
    options: { isDatabaseEmbedded: boolean },
  ) => { sharedBuffersMb: number; heapMb: number };
  getHeapFlags: (options: { isDatabaseEmbedded: boolean; bytes?: number; nodeOptions?: string }) => string[];
}
interface RestartPolicy {
  appRestartLimit: { most: number; windowMs: number };
  Backoff: new () => { next(aliveMs: number): number };
  RestartCounter: new (limit: { most: number; windowMs: number }) => { take(now: number): number };
}
interface AppSupervision {
  describeReason: (exit: { code: number | null; signal: string | null }, errors: string[]) => string;
}
interface DiskSpaceLimits {
  getSpaceLimits: (volume: number) => { reserve: number; low: number };
}
interface ProcessLocks {
  identifyProcess: (pid: number) => object;
  withLock: <T>(file: string, options: { waiting: string; signal?: AbortSignal }, work: () => Promise<T>) => Promise<T>;
}
interface Logs {
  openProductLog: (
    file: string,
    options: { terminal: boolean },
  ) => { write(line: string): void; close(): Promise<void> };
}

const tool = async <T>(name: string): Promise<T> =>
  (await import(new URL(`../../tools/lib/${name}.mjs`, import.meta.url).href)) as T;
const { divideMemory, getHeapFlags } = await tool<Memory>('memory');
const { appRestartLimit, Backoff, RestartCounter } = await tool<RestartPolicy>('restart-policy');
const { describeReason } = await tool<AppSupervision>('app-supervisor');
const { getSpaceLimits } = await tool<DiskSpaceLimits>('disk-space');
const { identifyProcess, withLock } = await tool<ProcessLocks>('process-lock');
const { openProductLog } = await tool<Logs>('product-log');

const MB = 1024 ** 2;

describe('memory', () => {
  test.each([
    [512, true, 128, 192],
    [512, false, 128, 256],
    [1024, true, 128, 448],
    [2048, true, 256, 896],
    [8192, true, 1024, 3584],
    [65_536, true, 1024, 4096],
    [256, true, 128, 128],
  ])('%i MB, database embedded: %s', (total, isDatabaseEmbedded, sharedBuffersMb, heapMb) => {
    expect(divideMemory(total * MB, { isDatabaseEmbedded })).toEqual({ sharedBuffersMb, heapMb });
  });

  test('the heap limit is a flag of Node, unless the operator sets one', () => {
    const memory = { isDatabaseEmbedded: false, bytes: 1024 * MB };
    expect(getHeapFlags({ ...memory, nodeOptions: '--trace-warnings' })).toEqual(['--max-old-space-size=512']);
    expect(getHeapFlags({ ...memory, nodeOptions: '--max_old_space_size=200' })).toEqual([]);
    expect(getHeapFlags({ ...memory, nodeOptions: '--max-old-space-size-percentage=20' })).toEqual([]);
  });
});

describe('restarts', () => {
  test('at most 5 in 5 minutes, in any such window', () => {
    const counter = new RestartCounter(appRestartLimit);
    const minutes = [0, 1, 2, 3, 4, 4.9, 5, 5.5, 6];
    expect(minutes.map((minute) => counter.take(minute * 60_000))).toEqual([1, 2, 3, 4, 5, 0, 5, 0, 5]);
  });

  test('delays grow up to 5 s while a process keeps ending early, and start over once it was healthy', () => {
    const backoff = new Backoff();
    expect([9999, 0, 0, 10, 0, 0, 0, 0].map((aliveMs) => backoff.next(aliveMs))).toEqual([
      0, 250, 500, 1000, 2000, 5000, 5000, 5000,
    ]);
    expect([5000, 0].map((aliveMs) => backoff.next(aliveMs))).toEqual([0, 250]);
  });

  test('the reason of a crash names the signal or exit code, and the error', () => {
    expect(describeReason({ code: null, signal: 'SIGKILL' }, [])).toBe('signal SIGKILL');
    const crash = spawnSync(process.execPath, ['-e', 'setTimeout(() => { throw new TypeError("x is broken"); })'], {
      encoding: 'utf8',
    });
    expect(describeReason({ code: crash.status, signal: null }, crash.stderr.split('\n'))).toBe(
      'exit code 1: TypeError: x is broken',
    );
    const full = spawnSync(
      process.execPath,
      ['--max-old-space-size=20', '-e', 'const kept = []; for (;;) kept.push(new Array(1e5).fill({}));'],
      { encoding: 'utf8' },
    );
    expect(describeReason({ code: full.status, signal: full.signal }, full.stderr.split('\n'))).toMatch(
      /^(signal SIGABRT|signal SIGTRAP|exit code 134): out of memory$/,
    );
  });
});

test('the reserve and the threshold of a full disk fit the volume', () => {
  expect(getSpaceLimits(100_000 * MB)).toEqual({ reserve: 64 * MB, low: 32 * MB });
  expect(getSpaceLimits(256 * MB)).toEqual({ reserve: 32 * MB, low: 16 * MB });
});

test('a log on a full disk drops lines without an error', async () => {
  const log = openProductLog('/dev/full', { terminal: false });
  for (let i = 0; i < 3; i++) log.write('a line');
  await log.close();
});

test('a lock is waited for while its process runs; what a killed one leaves is free', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'));
  const file = join(folder, 'new/lock.json');
  const options = { waiting: 'Waiting for the test' };
  expect(await withLock(file, options, () => Promise.resolve(existsSync(file)))).toBe(true);
  expect(existsSync(file)).toBe(false);

  const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  writeFileSync(file, JSON.stringify({ owner: identifyProcess(holder.pid!) }));
  await expect(
    withLock(file, { ...options, signal: AbortSignal.timeout(200) }, () => Promise.resolve()),
  ).rejects.toThrow();
  const waiting = withLock(file, options, () => Promise.resolve(holder.killed));
  holder.kill('SIGKILL');
  expect(await waiting).toBe(true);
  rmSync(folder, { recursive: true });
});
