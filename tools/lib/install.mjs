// Installs the packages when they are missing or differ from package-lock.json.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getNpmCommand, root } from './node-runtime.mjs';
import { withLock } from './process-lock.mjs';
import { run } from './processes.mjs';
import { UserError, printLine, formatElapsed, runStep } from './terminal.mjs';

const lockFile = path.join(root, 'package-lock.json');
const record = path.join(root, 'node_modules/.hub-lock-hash');
/** Written by npm at the end of a complete installation. */
const installedLock = path.join(root, 'node_modules/.package-lock.json');

const npmCi = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional'];
/** A package would download a command-line FFmpeg that the hub does not use. */
const withoutExtras = { DO_NOT_TRACK: '1', SKIP_FFMPEG: 'true' };

/**
 * @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, os?: string | string[], cpu?: string |
 * string[], libc?: string[] }} Package
 */

/** @param {string} file @returns {Record<string, Package>} by place */
const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * @param {string | string[] | undefined} list such as `['linux']`, `['!win32']` or just `linux` @param {string} value
 */
function allows(list, value) {
  if (!list) return true;
  const names = [list].flat();
  return !names.includes(`!${value}`) && (names.includes(value) || names.every((name) => name.startsWith('!')));
}

/** @param {string} place @param {Package} wanted @returns {boolean} whether this machine must have it */
function isNeeded(place, { optional, devOptional, os, cpu, libc }) {
  if (!optional && !devOptional) return true;
  const isNested = place.lastIndexOf('node_modules/') > 0;
  if (isNested || (!os && !cpu)) return false; // it may be left out with its owner
  return !libc && allows(os, process.platform) && allows(cpu, process.arch);
}

/** Whether all packages of npm's record are present: some may have been deleted. */
const isWhole = () =>
  existsSync(installedLock) &&
  Object.keys(readPackages(installedLock)).every((place) => existsSync(path.join(root, place)));

/** Whether npm was run by hand: then npm's own record is the reference. */
function wasInstalledByHand() {
  const installed = readPackages(installedLock);
  return Object.entries(readPackages(lockFile)).every(
    ([place, wanted]) => place === '' || !isNeeded(place, wanted) || installed[place]?.version === wanted.version,
  );
}

/** Two commands in one checkout must not install into the same folder at once. */
const installLock = path.join(root, '.nx/install.json');

/**
 * @param {import('./processes.mjs').Supervision} [supervision]
 * @returns {Promise<void>}
 */
export async function installPackages(supervision = {}) {
  const hash = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  const isInstalled = () => isWhole() && existsSync(record) && readFileSync(record, 'utf8') === hash;
  if (isInstalled()) return;
  const options = { waiting: 'Waiting for another command that installs packages', signal: supervision.signal };
  await withLock(installLock, options, async () => {
    if (!isInstalled()) await install(hash, supervision);
  });
}

/** npm run by hand in the same folder moves files that this one expects. */
const CONCURRENT_INSTALL = /\b(?:ENOTEMPTY|EBUSY|ECOMPROMISED)\b/;
const ATTEMPTS = 3;

/** @param {string} hash @param {import('./processes.mjs').Supervision} supervision */
async function install(hash, supervision) {
  const whole = isWhole();
  if (!whole || !wasInstalledByHand()) {
    const began = performance.now();
    const why = !existsSync(record) ? 'first time' : whole ? 'they changed' : 'some are missing';
    const attempt = () =>
      runStep(`Installing packages (${why}, about a minute)`, () =>
        run(...getNpmCommand(npmCi), { cwd: root, env: { ...process.env, ...withoutExtras }, ...supervision }),
      );
    let last = await attempt();
    for (let n = 1; n < ATTEMPTS && last.code !== 0 && CONCURRENT_INSTALL.test(last.output); n++)
      last = await attempt();
    if (last.code !== 0) {
      process.stderr.write(last.output);
      throw new UserError('The packages could not be installed: npm says above why. Is the network reachable?');
    }
    printLine(`Packages installed in ${formatElapsed(began)}.`);
  }
  writeFileSync(record, hash);
}
