import { createApp } from '../app.js';
import { ContentFacade } from '../modules/content/index.js';
import { loadConfig } from '../platform/config/config.js';
import { type CheckResult, Reconciliation } from '../platform/database/reconciliation.js';
import { createLogger } from '../platform/logging/logger.js';
import { readReconcileArguments } from './arguments.js';
import { print, requireHub, runCommand, untilStopped } from './command.js';

// Compares every counter with the rows it counts, and repairs it with --fix; the hub may run meanwhile.
// Exits 1 when differences remain.
await runCommand('The reconciliation failed', (command) => {
  command.onStop = 'The reconciliation was stopped. What it had repaired stays repaired.';
  return untilStopped(command, reconcile(readReconcileArguments(process.argv.slice(2))));
});

async function reconcile({ fix }: { fix: boolean }): Promise<number> {
  const config = loadConfig();
  await requireHub(config);
  const app = await createApp(config, createLogger('silent'));
  await app.init();
  try {
    const results = await app.get(Reconciliation).run({ fix });
    if (fix) await app.get(ContentFacade).completeSearchIndex();
    for (const result of results) printResult(result);
    const differences = results.reduce((sum, result) => sum + result.differences, 0);
    print(`${differences} differences${differences && fix ? ', all repaired' : ''}.`);
    return differences && !fix ? 1 : 0;
  } finally {
    await app.close();
  }
}

function printResult({ name, differences, examples }: CheckResult): void {
  print(`${differences ? '✗' : '✓'} ${name}: ${differences} differences`);
  for (const example of examples) print(`    ${JSON.stringify(example)}`);
}
