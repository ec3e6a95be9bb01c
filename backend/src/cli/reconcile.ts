import { parseArgs } from 'node:util';
import { createApp } from '../app.js';
import { ContentFacade } from '../modules/content/index.js';
import { ConfigError, loadConfig } from '../platform/config/config.js';
import { type CheckResult, Reconciliation } from '../platform/database/reconciliation.js';
import { createLogger } from '../platform/logging/logger.js';

// Holds every counter against the rows it stands for, and with --fix sets it right; the product may run meanwhile.
// Exits 1 when something differs and was left so.
try {
  const { values } = parseArgs({ options: { fix: { type: 'boolean', default: false } } });
  const app = await createApp(loadConfig(), createLogger('silent'));
  await app.init();
  try {
    const results = await app.get(Reconciliation).run(values);
    if (values.fix) await app.get(ContentFacade).completeSearchIndex();
    for (const result of results) report(result);
    const differences = results.reduce((sum, result) => sum + result.differences, 0);
    process.stdout.write(`${differences} differences${differences && values.fix ? ', all set right' : ''}.\n`);
    process.exitCode = differences && !values.fix ? 1 : 0;
  } finally {
    await app.close();
  }
  process.exit();
} catch (error) {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : `The reconciliation failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`}\n`,
  );
  process.exit(1);
}

function report({ name, differences, examples }: CheckResult): void {
  process.stdout.write(`${differences ? '✗' : '✓'} ${name}: ${differences} differences\n`);
  for (const example of examples) process.stdout.write(`    ${JSON.stringify(example)}\n`);
}
