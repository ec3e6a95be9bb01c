// The browser of the end-to-end tests: the installed Chromium, or the one that Playwright downloads.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { canInstallPackages, installPackage } from './debian-packages.mjs';
import { installed, root, toolEnv } from './node-runtime.mjs';
import { run } from './processes.mjs';

// The headless shell has no toolbars and menus, which cost Chromium more than the pages.
const shell = '/usr/bin/chromium-headless-shell';
const usual = [
  shell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** @returns {string | undefined} the path of a Chromium on this machine that Playwright does not know of */
export function findChromium() {
  return process.env['CHROMIUM_PATH'] || usual.find((file) => existsSync(file));
}

function hasPlaywrightsOwn() {
  const fromFrontend = createRequire(new URL('../../frontend/package.json', import.meta.url));
  return existsSync(fromFrontend('@playwright/test').chromium.executablePath());
}

/**
 * Ensures that a browser is installed, and installs one where possible.
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export async function ensureChromium(signal) {
  if (findChromium() || hasPlaywrightsOwn()) return;
  const attempt = () =>
    canInstallPackages()
      ? installPackage([path.basename(shell), 'chromium'], signal)
      : run(installed('playwright'), ['install', 'chromium'], { cwd: root, env: toolEnv(), signal });
  let last = await attempt();
  for (let again = 0; again < 2 && last.code; again++) last = await attempt(); // downloads from mirrors fail at times
  if (findChromium() || hasPlaywrightsOwn()) return;
  throw new Error(
    `${last.output}\nThe browser tests need Chromium, and it could not be installed: install it ` +
      '(on Debian and Ubuntu "apt-get install chromium") or set CHROMIUM_PATH to its path.',
  );
}
