// The browser of the end-to-end tests: the machine's own Chromium, or the one that Playwright brings.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { installed, root, toolEnv } from './node-runtime.mjs';
import { run } from './processes.mjs';

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** @returns {string | undefined} the path of a Chromium on this machine */
export function findChromium() {
  if (process.env['CHROMIUM_PATH']) return process.env['CHROMIUM_PATH'];
  const fromFrontend = createRequire(new URL('../../frontend/package.json', import.meta.url));
  const own = () => fromFrontend('@playwright/test').chromium.executablePath();
  return usual.find((file) => existsSync(file)) ?? [own()].find((file) => existsSync(file));
}

/**
 * Makes sure that there is a browser, and installs one where that can be done.
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export async function ensureChromium(signal) {
  if (findChromium()) return;
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const env = toolEnv({ DEBIAN_FRONTEND: 'noninteractive' });
  const attempt = async () => {
    if (!isDebianRoot) return run(installed('playwright'), ['install', 'chromium'], { cwd: root, env, signal });
    const update = await run('apt-get', ['update'], { env, signal });
    const add = ['install', '-y', '--no-install-recommends', 'chromium'];
    return update.code ? update : run('apt-get', add, { env, signal });
  };
  let last = await attempt();
  for (let again = 0; again < 2 && last.code; again++) last = await attempt(); // mirrors have bad moments
  if (findChromium()) return;
  throw new Error(
    `${last.output}\nThe browser tests need Chromium, and it could not be installed: install it (on Debian and Ubuntu "apt-get install chromium") or name its path in CHROMIUM_PATH.`,
  );
}
