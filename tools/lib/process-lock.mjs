// Lock files that belong to a running process. A killed process leaves a stale file, which counts as free.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readStartTime } from './processes.mjs';
import { StoppedError, printLine } from './terminal.mjs';

/** @typedef {{ pid: number, started: string | undefined }} Owner a process, safe against ids that are used again */

/** @param {number} pid @returns {Owner} */
export const identifyProcess = (pid) => ({ pid, started: readStartTime(pid) });
/** @param {Owner | undefined} owner */
export const isRunning = (owner) => !!owner?.started && readStartTime(owner.pid) === owner.started;

/**
 * @template {{ owner: Owner }} Lock
 * @param {string} file @returns {Lock | undefined} undefined when it is gone, or being written at this moment
 */
export function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param {string} file
 * @param {{ owner: Owner } | undefined} expected another process may have replaced the file since it was read
 */
export function removeLock(file, expected) {
  const now = readLock(file);
  const isSame = now?.owner.pid === expected?.owner.pid && now?.owner.started === expected?.owner.started;
  if (isSame) rmSync(file, { force: true });
}

/**
 * Runs the work while no other process holds the lock, and waits for one that does.
 * @template T
 * @param {string} file
 * @param {{ waiting: string, signal?: AbortSignal }} options `waiting` is printed once when another process holds it
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, { waiting, signal }, work) {
  mkdirSync(path.dirname(file), { recursive: true });
  const mine = { owner: identifyProcess(process.pid) };
  let unreadable = 0;
  let hasSaid = false;
  for (;;) {
    try {
      writeFileSync(file, JSON.stringify(mine), { flag: 'wx' });
      break;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    const held = readLock(file);
    const isStale = held ? !isRunning(held.owner) : ++unreadable > 10;
    if (isStale) {
      removeLock(file, held);
      continue;
    }
    if (held && !hasSaid) {
      printLine(`${waiting} (process ${held.owner.pid}) …`);
      hasSaid = true;
    }
    await sleep(held ? 500 : 50, undefined, { signal }).catch(() => {
      throw new StoppedError();
    });
  }
  try {
    return await work();
  } finally {
    removeLock(file, mine);
  }
}
