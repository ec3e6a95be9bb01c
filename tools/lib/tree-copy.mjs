// A copy of the checkout in a temporary folder, for runs that change sources.
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './node-runtime.mjs';
import { run } from './processes.mjs';

/** Not changed by a run; Node finds modules by their own place, so that links do. */
const LINKED = ['node_modules', 'backend/node_modules', 'frontend/node_modules', 'frontend/dist'];
/** Programs of the build look for packages and migrations beside them, so a link would lead back to the checkout. */
const COPIED = ['backend/dist'];

/**
 * @typedef {object} TreeCopy
 * @property {string} folder of the copy
 * @property {string} scratch an empty folder beside it
 * @property {() => void} remove
 */

/**
 * Copies what git knows or would add. The packages and the build must be there.
 * @param {AbortSignal} [signal]
 * @returns {Promise<TreeCopy>}
 */
export async function copyTree(signal) {
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { output } = await run('git', listing, { cwd: root, signal });
  // Jest compares real paths, and the folder for temporary files may be a link.
  const parent = realpathSync(mkdtempSync(path.join(tmpdir(), 'hub-copy-')));
  const [folder, scratch] = [path.join(parent, 'tree'), path.join(parent, 'scratch')];
  const remove = () => rmSync(parent, { recursive: true, force: true });
  try {
    mkdirSync(scratch);
    const names = [...output.split('\0').filter(Boolean), ...COPIED];
    // A deleted file is listed until the next commit.
    for (const name of names.filter((file) => existsSync(path.join(root, file))))
      cpSync(path.join(root, name), path.join(folder, name), { recursive: true, verbatimSymlinks: true });
    for (const name of LINKED.filter((link) => existsSync(path.join(root, link))))
      symlinkSync(path.join(root, name), path.join(folder, name));
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, scratch, remove };
}
