// `npm run dev:test`: the checks of what differs from the last commit, again whenever a source is saved.
import { watch } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { listChecksOfChanges, listChangedFiles } from './lib/changed-files.mjs';
import { runChecks } from './lib/checks.mjs';
import { installPackages } from './lib/install.mjs';
import { watchForStop } from './lib/lifecycle.mjs';
import { root } from './lib/node-runtime.mjs';
import { StoppedError, printError, printLine, ignoreClosedOutput } from './lib/terminal.mjs';
import { summarize } from './lib/test-results.mjs';

/** Editors save a file in several steps, and several files at once. */
const QUIET_MS = 300;
const WATCHED = ['backend/src', 'backend/test', 'frontend/src', 'frontend/i18n', 'shared/src', 'shared/test', 'tools'];

ignoreClosedOutput();
const { stop } = watchForStop();

/** Ends the checks of the former state, because a newer one is there. */
let outdated = new AbortController();
/** @type {(() => void) | undefined} */
let wake;

/** @param {AbortSignal} signal */
async function checkChanges(signal) {
  const files = await listChangedFiles(signal);
  if (!files.length) return printLine('Nothing differs from the last commit.');
  const results = await runChecks(listChecksOfChanges(files, signal), availableParallelism());
  for (const line of summarize(results)) console.log(line);
  printLine(results.some(({ outcome }) => outcome.failed) ? '✗ Waiting for a change.' : '✓ Waiting for a change.');
}

/** @param {string | null} [file] */
function onChange(file) {
  // The compiler writes it during the checks.
  if (file?.endsWith('.tsbuildinfo')) return;
  outdated.abort();
  wake?.();
}

async function main() {
  await installPackages({ signal: stop });
  for (const folder of WATCHED)
    watch(path.join(root, folder), { recursive: true, signal: stop }, (_event, file) => onChange(file));
  stop.addEventListener('abort', () => onChange());
  while (!stop.aborted) {
    outdated = new AbortController();
    const { signal } = outdated;
    const changed = new Promise((resolve) => (wake = () => setTimeout(resolve, QUIET_MS)));
    try {
      await checkChanges(signal);
    } catch (error) {
      if (!(error instanceof StoppedError)) throw error;
    }
    await changed;
  }
  throw new StoppedError();
}

try {
  await main();
} catch (error) {
  printError(error);
  process.exitCode = error instanceof StoppedError ? 130 : 1;
}
