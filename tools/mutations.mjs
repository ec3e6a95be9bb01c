// `npm run mutations [-- NAME…]`: applies hand-made faults, the kind that a careless change makes, one after the other
// to a copy of the checkout, and says which of them the tests catch. The faults are in tools/mutations.
import { buildIfStale } from './lib/build.mjs';
import { installPackages } from './lib/install.mjs';
import { cleanUp, watchForStop } from './lib/lifecycle.mjs';
import { findStale, runTests, tryFault } from './lib/mutations.mjs';
import { copyTree } from './lib/tree-copy.mjs';
import {
  UserError,
  StoppedError,
  printError,
  printLine,
  formatElapsed,
  runStep,
  ignoreClosedOutput,
} from './lib/terminal.mjs';
import { faults } from './mutations/faults.mjs';

/** The most faults of the whole list that may escape: one that no test finds yet stays in the list. */
const MAX_ESCAPED = 3;

ignoreClosedOutput();
const { stop } = watchForStop();
/** @type {Array<() => unknown>} */
const cleanups = [];

/** @param {string[]} names all faults when empty @returns {import('./lib/mutations.mjs').Fault[]} */
function chooseFaults(names) {
  const unknown = names.filter((name) => !faults.some((fault) => fault.name === name));
  if (unknown.length) throw new UserError(`There are no faults called ${unknown.join(', ')}.`);
  const chosen = names.length ? faults.filter(({ name }) => names.includes(name)) : faults;
  const stale = findStale(chosen);
  if (stale.length) throw new UserError(`The list does not fit the code:\n${stale.join('\n')}`);
  return chosen;
}

/** Without a fault all tests pass, or `caught` would mean nothing. */
async function requirePassing(
  /** @type {import('./lib/tree-copy.mjs').TreeCopy} */ copy,
  /** @type {import('./lib/mutations.mjs').Fault[]} */ chosen,
) {
  const tests = [...new Set(chosen.flatMap((fault) => fault.tests))];
  const outcomes = await runStep(`Running the ${tests.length} test files without a fault`, () =>
    runTests(copy, tests, stop),
  );
  const broken = outcomes.find(({ failed }) => failed);
  if (broken) throw new UserError(`${broken.output}\nThese tests fail without a fault.`);
}

/** @returns {Promise<number>} the exit code */
async function main() {
  const names = process.argv.slice(2);
  const chosen = chooseFaults(names);
  await installPackages({ signal: stop });
  await buildIfStale({ signal: stop });
  const copy = await copyTree(stop);
  cleanups.push(copy.remove);
  await requirePassing(copy, chosen);
  let caught = 0;
  for (const fault of chosen) {
    const began = performance.now();
    const { result, detail } = await tryFault(copy, fault, stop);
    printLine(`${result.padEnd(9)} ${fault.name} (${formatElapsed(began)})${detail ? `: ${detail}` : ''}`);
    if (result === 'caught') caught++;
    else printLine(`  ${fault.file}: ${fault.wrong}`);
  }
  console.log(`${caught} of ${chosen.length} caught`);
  return caught >= chosen.length - (names.length ? 0 : MAX_ESCAPED) ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  printError(error);
  process.exitCode = error instanceof StoppedError ? 130 : 1;
}
await cleanUp(cleanups);
