// Fails when a generated file in the repository is not what its generator makes now. `npm test` runs the same checks;
// alone: node tools/check-drift.mjs (after npm run build).
import { driftChecks } from './lib/drift.mjs';
import { watchForStop } from './lib/lifecycle.mjs';
import { explain, say } from './lib/terminal.mjs';

const { stop } = watchForStop();
try {
  for (const { name, run } of driftChecks) {
    const wrong = await run(stop);
    say(`${wrong ? '✗' : '✓'} ${name}${wrong ? `\n${wrong}` : ''}`);
    if (wrong) process.exitCode = 1;
  }
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
