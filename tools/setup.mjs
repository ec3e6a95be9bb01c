// `npm run setup`: installs the packages and builds, so that `npm start` needs to write to DATA_DIR only.
import { buildIfStale } from './lib/build.mjs';
import { installPackages } from './lib/install.mjs';
import { watchForStop } from './lib/lifecycle.mjs';
import { StoppedError, printError, printLine, ignoreClosedOutput } from './lib/terminal.mjs';

ignoreClosedOutput();
const { stop } = watchForStop();
try {
  await installPackages({ signal: stop });
  await buildIfStale({ signal: stop });
  printLine('Packages and build are up to date.');
} catch (error) {
  printError(error);
  process.exitCode = error instanceof StoppedError ? 130 : 1;
}
process.exit();
