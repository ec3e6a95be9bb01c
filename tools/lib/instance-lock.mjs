// Allows one running instance per DATA_DIR by a lock file. A killed start leaves a stale file.
import { readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DiskSpace, isNoSpace } from './disk-space.mjs';
import { endGroup, startTime } from './processes.mjs';
import { PlainError, Stopped, say } from './terminal.mjs';

/** @typedef {{ pid: number, started: string | undefined }} Who a process, safe against ids that are used again */
/** @typedef {{ dir: string, owner: Who, child?: Who }} Held `child` is what the owner has running */

/** @param {number} pid @returns {Who} */
const who = (pid) => ({ pid, started: startTime(pid) });
/** @param {Who | undefined} process_ */
const lives = (process_) => !!process_?.started && startTime(process_.pid) === process_.started;

/** @param {string} file @returns {Held | undefined} */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // gone, or being written at this moment
  }
}

/** @param {string} dataDir @returns {boolean} whether an instance works on it now */
export function isInUse(dataDir) {
  const held = read(path.join(dataDir, 'running.json'));
  return held?.dir === realpathSync(dataDir) && lives(held.owner);
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
  const mine = { dir, owner: who(process.pid) };
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
    if (isOurs && lives(held?.owner)) {
      throw new PlainError(
        `Knowledge Hub is already running on ${dataDir} (process ${held?.owner.pid}): ` +
          'stop it first, or choose another DATA_DIR and PORT.',
      );
    }
    if (isOurs && held?.child && lives(held.child)) {
      say('Ending what a killed start left running …');
      await endGroup(held.child.pid, { graceMs: 15_000 });
    }
    removeIfSame(file, held);
  }
  const release = () => removeIfSame(file, mine);
  const noteChild = (/** @type {number} */ pid) => {
    mine.child = who(pid);
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
  if (space.giveUpReserve()) return;
  if (!isWaitingTold) say(`There is no space left on the volume of ${dataDir}: waiting until there is …`);
  isWaitingTold = true;
  await sleep(500, undefined, { signal: stop }).catch(() => {
    throw new Stopped();
  });
}

/**
 * @param {string} file
 * @param {Held | undefined} expected another start may have replaced the file since we read it
 */
function removeIfSame(file, expected) {
  const now = read(file);
  const isSame = now?.owner.pid === expected?.owner.pid && now?.owner.started === expected?.owner.started;
  if (isSame) rmSync(file, { force: true });
}
