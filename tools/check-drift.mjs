// Fails when a generated file differs from the output of its generator. `npm test` runs the same checks; alone: node
// tools/check-drift.mjs [contract] [messages] [migrations] [routes] (after npm run build).
import { driftChecks } from './lib/drift.mjs';
import { watchForStop } from './lib/lifecycle.mjs';
import { UserError, printError, printLine } from './lib/terminal.mjs';

const { stop } = watchForStop();
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in driftChecks));
try {
  if (unknown)
    throw new UserError(`There is no such check as "${unknown}": choose from ${Object.keys(driftChecks).join(', ')}.`);
  for (const [name, check] of Object.entries(driftChecks)) {
    if (wanted.length && !wanted.includes(name)) continue;
    const wrong = await check.run(stop);
    printLine(`${wrong ? '✗' : '✓'} ${check.name}${wrong ? `\n${wrong}` : ''}`);
    if (wrong) process.exitCode = 1;
  }
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
process.exit();
