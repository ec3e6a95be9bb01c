// Builds the shared package, backend and frontend when their sources have changed. Nx caches builds too, but takes
// seconds to check.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findBinary, root, getToolEnv } from './node-runtime.mjs';
import { run } from './processes.mjs';
import { UserError, runStep } from './terminal.mjs';

const record = path.join(root, '.nx/hub-build.json');
const entries = ['shared/dist/limits.js', 'backend/dist/main.js', 'frontend/dist/en/index.html'];
/** Not sources of a build; the route tree and the messages are written by the build itself. */
const ignored =
  /^(node_modules|dist|test|e2e|test-results|playwright-report|\.tsbuildinfo)$|\.(\w+-)?spec\.tsx?$|\.gen\.ts$/;

const messages = path.join(root, 'frontend/src/messages');

/** @param {string} folder @returns {string[]} */
function listSources(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !ignored.test(entry.name))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      if (file === messages) return [];
      return entry.isDirectory() ? listSources(file) : entry.isFile() ? [file] : [];
    });
}

function hashSources() {
  const common = ['package-lock.json', 'tsconfig.base.json'].map((name) => path.join(root, name));
  const hash = createHash('sha256');
  const sources = ['backend', 'frontend', 'shared'].flatMap((name) => listSources(path.join(root, name)));
  for (const file of [...common, ...sources].sort()) {
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** The time stamps of the build output: other builders, such as the watch mode, change them. */
const getOutputStamp = () => entries.map((entry) => statSync(path.join(root, entry)).mtimeMs).join();

/** @param {string} sources */
function isFresh(sources) {
  if (!existsSync(record) || !isBuilt()) return false;
  try {
    const last = JSON.parse(readFileSync(record, 'utf8'));
    return last.sources === sources && last.outputs === getOutputStamp();
  } catch {
    return false; // a half-written record
  }
}

/** Whether there is a build, of these or of former sources. */
export const isBuilt = () => entries.every((entry) => existsSync(path.join(root, entry)));

/**
 * @param {import('./processes.mjs').Supervision} [supervision]
 * @returns {Promise<void>}
 */
export async function buildIfStale(supervision = {}) {
  const sources = hashSources();
  if (isFresh(sources)) return;
  const { code, output } = await runStep('Building backend and frontend', () =>
    run(findBinary('nx'), ['run-many', '-t', 'build'], { cwd: root, env: getToolEnv(), ...supervision }),
  );
  const missing = entries.filter((entry) => !existsSync(path.join(root, entry)));
  if (code !== 0 || missing.length) {
    process.stderr.write(output);
    throw new UserError(
      `The build failed${code ? '' : `: it did not make ${missing.join(' and ')}`}; its output is above.`,
    );
  }
  mkdirSync(path.dirname(record), { recursive: true });
  writeFileSync(record, JSON.stringify({ sources, outputs: getOutputStamp() }));
}
