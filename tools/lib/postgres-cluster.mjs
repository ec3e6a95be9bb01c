// Creates the data folder of an embedded PostgreSQL atomically.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { PlainError } from './terminal.mjs';

/** The server's environment must contain neither secrets nor the user's locale. */
export const serverEnv = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };

// UTF-8 and the same order of text on every machine, whatever its locales are.
const encoding = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];

/** @typedef {{ dataDir: string, bin: string, account: import('./postgres-account.mjs').Account }} Place */

/**
 * Creates the cluster in a temporary folder and renames it: an interrupted `initdb` must not break later starts.
 * @param {Place & { safety: string[] }} options
 */
function create({ dataDir, bin, account, safety }) {
  const parent = path.dirname(dataDir);
  const prefix = `${path.basename(dataDir)}.init-`;
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix)) rmSync(path.join(parent, name), { recursive: true, force: true });
  }
  const draft = path.join(parent, prefix + randomBytes(4).toString('hex'));
  mkdirSync(draft, { mode: 0o700 });
  account.own(draft);
  const options = ['-D', draft, '-U', 'postgres', '--no-instructions', ...encoding, ...safety];
  const [command, args] = account.wrap(path.join(bin, 'initdb'), options);
  const result = spawnSync(command, args, { ...account.ids, env: serverEnv, cwd: '/', encoding: 'utf8' });
  if (result.status !== 0) {
    throw new Error(`PostgreSQL could not make ${dataDir}: ${result.error ?? result.stdout + result.stderr}`);
  }
  if (existsSync(dataDir)) rmdirSync(dataDir);
  renameSync(draft, dataDir);
}

/**
 * Makes the cluster when there is none, and returns the password of its superuser.
 * @param {Place & { durable: boolean, password?: string }} options
 * @returns {string} empty for a cluster of tests, which trusts everybody on this machine
 */
export function prepareCluster({ durable, password, ...place }) {
  const { dataDir, account } = place;
  const exists = existsSync(path.join(dataDir, 'PG_VERSION'));
  if (!exists && existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new PlainError(`${dataDir} holds something else than a PostgreSQL database: move it away and start again.`);
  }
  mkdirSync(path.dirname(dataDir), { recursive: true });
  if (!durable) {
    if (!exists) create({ ...place, safety: ['--auth=trust', '--no-sync'] });
    return '';
  }
  const passwordFile = `${dataDir}.password`;
  if (!existsSync(passwordFile)) {
    if (exists) {
      throw new PlainError(`The password of the database in ${dataDir} is missing: put ${passwordFile} back.`);
    }
    writeFileSync(passwordFile, password ?? randomBytes(24).toString('base64url'), { mode: 0o600 });
  }
  account.own(passwordFile);
  account.own(dataDir);
  if (!exists) create({ ...place, safety: ['--auth=scram-sha-256', `--pwfile=${passwordFile}`] });
  chmodSync(dataDir, 0o700);
  return readFileSync(passwordFile, 'utf8').trim();
}
