import { existsSync, readFileSync } from 'node:fs';
import type { FullResult, Reporter } from '@playwright/test/reporter';
import { serverLog } from './product-under-test.js';

/** Prints the server log if a test failed. */
export default class ServerLogReporter implements Reporter {
  onEnd(result: FullResult): void {
    if (result.status === 'passed' || !existsSync(serverLog)) return;
    const lines = readFileSync(serverLog, 'utf8').trim().split('\n').slice(-60);
    process.stdout.write(`\nThe end of the product's log (all of it: ${serverLog}):\n${lines.join('\n')}\n`);
  }

  printsToStdio(): boolean {
    return false; // another reporter prints the list of tests, which Playwright would omit otherwise
  }
}
