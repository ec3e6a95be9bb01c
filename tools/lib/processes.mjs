// Process information, and clean ends of started processes.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoppedError } from './terminal.mjs';

const hasProc = existsSync('/proc/self/stat');

/** @param {string} column @param {number} pid */
function readByPs(column, pid) {
  try {
    const env = { ...process.env, LC_ALL: 'C' };
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8', env }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} file */
function readProc(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** @param {number | string} pid @returns {string[]} fields of /proc/PID/stat, from the state on */
const readStat = (pid) =>
  readProc(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ') ?? [];

/** What a process has used so far, in milliseconds; 0 where there is no /proc. @param {number} pid */
export function readProcessorTime(pid) {
  const [user = 0, system = 0] = readStat(pid).slice(11, 13).map(Number);
  return (user + system) * 10;
}

/**
 * The start time of a running process, for comparison only: process ids are reused.
 * @param {number} pid
 * @returns {string | undefined} undefined when there is no such process, or only its zombie
 */
export function readStartTime(pid) {
  if (!hasProc) return readByPs('lstart', pid);
  const fields = readProc(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ');
  return !fields || fields[0] === 'Z' ? undefined : fields[19];
}

/** @param {number} pid @returns {string} empty when there is no such process */
export function readCommandLine(pid) {
  return (hasProc ? readProc(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') : readByPs('command', pid)) ?? '';
}

/**
 * Sends a signal to a process group; a group that has ended is no error.
 * @param {number} leader @param {NodeJS.Signals} signal
 */
export function signalGroup(leader, signal) {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    // macOS returns EPERM for a group with only a zombie left.
    if (!['ESRCH', 'EPERM'].includes(String(/** @type {NodeJS.ErrnoException} */ (error).code))) throw error;
  }
}

/** @param {number} leader @returns {boolean} whether a process group has processes other than zombies */
function isGroupAlive(leader) {
  if (!hasProc) {
    try {
      return process.kill(-leader, 0);
    } catch {
      return false;
    }
  }
  return readdirSync('/proc').some((name) => {
    const [state, , group] = /^\d+$/.test(name) ? readStat(name) : [];
    return Number(group) === leader && state !== 'Z';
  });
}

/**
 * Ends a process group: by a signal, and by SIGKILL after the grace time. Resolves when all processes are gone.
 * @param {number} leader
 * @param {{ graceMs: number, polite?: NodeJS.Signals, force?: AbortSignal }} options `force` cuts the grace time short
 */
export async function endGroup(leader, { graceMs, polite = 'SIGTERM', force }) {
  const deadline = Date.now() + graceMs;
  signalGroup(leader, polite);
  while (isGroupAlive(leader)) {
    if (Date.now() > deadline || force?.aborted) signalGroup(leader, 'SIGKILL');
    await sleep(25);
  }
}

/**
 * Starts a command in its own process group, so that Ctrl-C reaches only this process, which decides the order of the
 * shutdown.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export const spawnInGroup = (command, args, options) => spawn(command, args, { ...options, detached: true });

/**
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Exit how a process ended: one of the two is null
 */

/**
 * @param {import('node:child_process').ChildProcess} child @returns {Promise<Exit>} rejects when it could not be
 * started
 */
export const waitForExit = (child) =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });

/** @param {Exit} exit @returns {string} such as `exit code 1` or `signal SIGKILL` */
export const describeExit = ({ code, signal }) => (signal ? `signal ${signal}` : `exit code ${code}`);

/**
 * @typedef {object} Supervision
 * @property {AbortSignal} [signal] ends the command when aborted
 * @property {(pid: number) => void} [onChild] gets the process id of the command
 */

/**
 * Runs a command to its end and collects what it prints.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv } & Supervision} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function run(command, args, { cwd, env, signal, onChild } = {}) {
  if (signal?.aborted) throw new StoppedError();
  const child = spawnInGroup(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  if (child.pid) onChild?.(child.pid);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => (output += text));
  }
  /** @type {Promise<number>} */
  const closed = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
  // Like Ctrl-C: test runners clean up on it.
  const end = () => void (child.pid && endGroup(child.pid, { graceMs: 5000, polite: 'SIGINT' }));
  signal?.addEventListener('abort', end, { once: true });
  const code = await closed.finally(() => signal?.removeEventListener('abort', end));
  if (signal?.aborted) throw new StoppedError();
  return { code, output };
}
