// Allows one running instance per DATA_DIR by a lock file. A killed start leaves a stale file.
import { realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DiskSpace, isNoSpace } from './disk-space.mjs';
import { isRunning, identifyProcess, readLock, removeLock } from './process-lock.mjs';
import { endGroup } from './processes.mjs';
import { UserError, StoppedError, printLine } from './terminal.mjs';

/** @typedef {import('./process-lock.mjs').Owner} Owner */
/** @typedef {{ dir: string, owner: Owner, child?: Owner }} Held `child` is what the owner has running */

/** @param {string} file @returns {Held | undefined} */
const read = (file) => readLock(file);

/** @param {string} dataDir @returns {boolean} whether an instance works on it now */
export function isInUse(dataDir) {
  const held = read(path.join(dataDir, 'running.json'));
  return held?.dir === realpathSync(dataDir) && isRunning(held.owner);
}

/**
 * A full volume is waited for: `npm start` below a service manager must come up by itself once there is space.
 * @param {string} dataDir
 * @param {AbortSignal} [stop] ends the waiting
 * @returns {Promise<{ noteChild: (pid: number) => void, release: () => void }>}
 */
export async function lockDataDir(dataDir, stop) {
  const file = path.join(dataDir, 'running.json');
  const dir = realpathSync(dataDir);
  /** @type {Held} */
  const mine = { dir, owner: identifyProcess(process.pid) };
  let unreadable = 0;
  for (;;) {
    try {
      writeFileSync(file, JSON.stringify(mine), { flag: 'wx', mode: 0o600 });
      break;
    } catch (error) {
      if (isNoSpace(error)) {
        rmSync(file, { force: true }); // created by this process with `wx`, but without its content
        await waitForSpace(dataDir, stop);
        continue;
      }
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    const held = read(file);
    if (!held && unreadable++ < 10) {
      await sleep(50);
      continue;
    }
    const isOurs = held?.dir === dir; // otherwise the folder is a copy and the file belongs to the original
    if (isOurs && isRunning(held?.owner)) {
      throw new UserError(
        `Knowledge Hub is already running on ${dataDir} (process ${held?.owner.pid}): ` +
          'stop it first, or choose another DATA_DIR and PORT.',
      );
    }
    if (isOurs && held?.child && isRunning(held.child)) {
      printLine('Ending what a killed start left running …');
      await endGroup(held.child.pid, { graceMs: 15_000 });
    }
    removeLock(file, held);
  }
  const release = () => removeLock(file, mine);
  const noteChild = (/** @type {number} */ pid) => {
    mine.child = identifyProcess(pid);
    try {
      writeFileSync(`${file}.new`, JSON.stringify(mine), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch (error) {
      // Needed only after a killed start, whose app ends by itself too.
      if (!isNoSpace(error)) throw error;
      rmSync(`${file}.new`, { force: true });
    }
  };
  return { noteChild, release };
}

let isWaitingTold = false;

/** @param {string} dataDir @param {AbortSignal | undefined} stop */
async function waitForSpace(dataDir, stop) {
  const space = new DiskSpace(dataDir);
  if (space.releaseReserve()) return;
  if (!isWaitingTold) printLine(`There is no space left on the volume of ${dataDir}: waiting until there is …`);
  isWaitingTold = true;
  await sleep(500, undefined, { signal: stop }).catch(() => {
    throw new StoppedError();
  });
}
