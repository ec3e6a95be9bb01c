// Prints the browser that the tests would use, for the cache key of their results.
import { execFileSync } from 'node:child_process';
import { findChromium } from './lib/test-programs.mjs';

const own = findChromium();
console.log(
  own
    ? execFileSync(own, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    : "Playwright's own",
);
