import { parseArgs } from 'node:util';
import { createApp } from '../app.js';
import { ContentFacade } from '../modules/content/index.js';
import { ConfigError, loadConfig } from '../platform/config/config.js';
import { type CheckResult, Reconciliation } from '../platform/database/reconciliation.js';
import { createLogger } from '../platform/logging/logger.js';

// Compares every counter with the rows it counts, and repairs it with --fix; the hub may run meanwhile.
// Exits 1 when differences remain.
try {
  const { values } = parseArgs({ options: { fix: { type: 'boolean', default: false } } });
  const app = await createApp(loadConfig(), createLogger('silent'));
  await app.init();
  try {
    const results = await app.get(Reconciliation).run(values);
    if (values.fix) await app.get(ContentFacade).completeSearchIndex();
    for (const result of results) printResult(result);
    const differences = results.reduce((sum, result) => sum + result.differences, 0);
    process.stdout.write(`${differences} differences${differences && values.fix ? ', all repaired' : ''}.\n`);
    process.exitCode = differences && !values.fix ? 1 : 0;
  } finally {
    await app.close();
  }
  process.exit();
} catch (error) {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(error instanceof ConfigError ? `${error.message}\n` : `The reconciliation failed: ${reason}\n`);
  process.exit(1);
}

function printResult({ name, differences, examples }: CheckResult): void {
  process.stdout.write(`${differences ? '✗' : '✓'} ${name}: ${differences} differences\n`);
  for (const example of examples) process.stdout.write(`    ${JSON.stringify(example)}\n`);
}
