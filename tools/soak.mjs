// `npm run soak -- kills 50`, `load 10`, `backup 5` or `hostile 10`: the long versions of the tests in
// backend/test/soak.
import { buildIfStale } from './lib/build.mjs';
import { installPackages } from './lib/install.mjs';
import { watchForStop } from './lib/lifecycle.mjs';
import { ensureNginx } from './lib/test-programs.mjs';
import { getNpmCommand, root, getToolEnv } from './lib/node-runtime.mjs';
import { endGroup, waitForExit, spawnInGroup } from './lib/processes.mjs';
import { UserError, StoppedError, printError, ignoreClosedOutput } from './lib/terminal.mjs';

ignoreClosedOutput();
const { stop } = watchForStop();
/** @type {Record<string, { fallback: number, env: (amount: number) => Record<string, string> }>} */
const tests = {
  kills: { fallback: 50, env: (amount) => ({ SOAK_KILLS: String(amount) }) },
  load: { fallback: 10, env: (amount) => ({ SOAK_SECONDS: String(amount * 60) }) },
  backup: { fallback: 5, env: (amount) => ({ SOAK_BACKUP_MB: String(amount * 1000) }) },
  hostile: { fallback: 10, env: (amount) => ({ SOAK_HOSTILE_SECONDS: String(amount * 60) }) },
};

async function main() {
  const [name = '', given] = process.argv.slice(2);
  const chosen = tests[name];
  const amount = Number(given ?? chosen?.fallback);
  if (!chosen || !(amount > 0))
    throw new UserError(
      'Choose "npm run soak -- kills COUNT", "npm run soak -- load MINUTES", "npm run soak -- backup GIGABYTES" or ' +
        '"npm run soak -- hostile MINUTES".',
    );
  await installPackages({ signal: stop });
  await buildIfStale({ signal: stop });
  if (name === 'load') await ensureNginx(stop);
  const env = getToolEnv(chosen.env(amount));
  const child = spawnInGroup(...getNpmCommand(['run', '--silent', '-w', 'backend', 'test', '--', `soak/${name}`]), {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  stop.addEventListener('abort', () => child.pid && void endGroup(child.pid, { graceMs: 5000, polite: 'SIGINT' }));
  const { code } = await waitForExit(child);
  if (stop.aborted) throw new StoppedError();
  return code ?? 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  printError(error);
  process.exitCode = error instanceof StoppedError ? 130 : 1;
}
process.exit();
