// Commands run by root work as the account of the hub, so that the hub can use what they write.
import { accessSync, constants, existsSync, lstatSync } from 'node:fs';
import path from 'node:path';
import { root } from './node-runtime.mjs';
import { UserError } from './terminal.mjs';

/** What the hub writes into DATA_DIR at first, and must be able to write again. */
const owned = ['postgres', 'postgres.password', 'postgres.log', 'hub.log', 'credentials.txt', 'files', 'backups'];

/**
 * Changes the account of this process, for good, to the one that the hub of this folder runs with. Without a hub it is
 * the owner of the folder. Does nothing for other accounts than root, or when root owns the folder.
 * @param {string} dataDir
 */
export function switchToOwner(dataDir) {
  if (process.getuid?.() !== 0 || !existsSync(dataDir)) return;
  const written = ['hub.log', 'disk-reserve', 'files'].map((name) => path.join(dataDir, name)).find(existsSync);
  const { uid, gid } = lstatSync(written ?? dataDir);
  if (uid === 0) return;
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
  try {
    accessSync(path.join(root, 'backend/dist'), constants.R_OK | constants.X_OK);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch {
    throw new UserError(
      `${dataDir} belongs to another account (user ${uid}), which has no access to ${root}. Run the command as the ` +
        'account that runs the hub.',
    );
  }
}

/**
 * After a copy or a restore by another account, the hub could start only in part.
 * @param {string} dataDir
 */
export function checkOwner(dataDir) {
  if (process.getuid?.() === 0) return;
  for (const name of owned) {
    const target = path.join(dataDir, name);
    if (!existsSync(target)) continue;
    try {
      const enter = lstatSync(target).isDirectory() ? constants.X_OK : 0;
      accessSync(target, constants.R_OK | constants.W_OK | enter);
    } catch {
      throw new UserError(
        `This account has no access to ${target}. Everything in DATA_DIR must belong to the account that runs the ` +
          `hub: as root, chown --recursive ACCOUNT: ${dataDir}`,
      );
    }
  }
}
