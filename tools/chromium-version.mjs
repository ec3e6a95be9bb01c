// Prints which browser the tests would use: another one may find what this one did not.
import { execFileSync } from 'node:child_process';
import { findChromium } from './lib/chromium.mjs';

const own = findChromium();
console.log(
  own
    ? execFileSync(own, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    : "Playwright's own",
);
