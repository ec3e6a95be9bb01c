// PostgreSQL refuses to run as root, so root starts it with another account; other users need nothing.
import { spawnSync } from 'node:child_process';
import { existsSync, lchownSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * @typedef {object} Account
 * @property {{ uid?: number, gid?: number }} ids for `spawn`
 * @property {(command: string, args: string[]) => [string, string[]]} wrap the command line to run in place of this one
 * @property {(target: string) => void} own makes a file or folder (with all in it) belong to this account
 */

/** @param {string} user @returns {{ uid: number, gid: number } | undefined} */
function idsOf(user) {
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
export function postgresAccount(dataDir, postgres) {
  if (process.getuid?.() !== 0) return { ids: {}, wrap: (command, args) => [command, args], own: () => {} };

  // The owner of an existing cluster stays, so that an ordinary user can continue after a start by root.
  const owner = existsSync(dataDir) ? lstatSync(dataDir) : undefined;
  const candidates = [owner?.uid ? { uid: owner.uid, gid: owner.gid } : undefined, idsOf('postgres'), idsOf('nobody')];
  for (const ids of candidates) {
    if (!ids) continue;
    const can = (/** @type {string} */ command, /** @type {string[]} */ args) =>
      spawnSync(command, args, { ...ids, cwd: '/' }).status === 0;
    if (can(postgres, ['--version']) && can('test', ['-x', path.dirname(dataDir)])) {
      const own = (/** @type {string} */ target) => chownAll(target, ids.uid, ids.gid);
      return { ids, wrap: (command, args) => [command, args], own };
    }
  }
  // Inside folders that only root can enter, such as /root, other accounts have no access: keep the account, but use a
  // user namespace where root's files seem to belong to user 65534, which PostgreSQL then runs as.
  const namespace = ['--user', '--map-user=65534', '--map-group=65534', '--'];
  return {
    ids: {},
    wrap: (command, args) => ['unshare', [...namespace, command, ...args]],
    own: (target) => chownAll(target, 0, 0),
  };
}
