// `npm run setup`: installs the packages and builds, so that `npm start` needs to write to DATA_DIR only.
import { buildWhatIsStale } from './lib/build.mjs';
import { installPackages } from './lib/install.mjs';
import { watchForStop } from './lib/lifecycle.mjs';
import { Stopped, explain, say, surviveClosedOutput } from './lib/terminal.mjs';

surviveClosedOutput();
const { stop } = watchForStop();
try {
  await installPackages({ signal: stop });
  await buildWhatIsStale({ signal: stop });
  say('Packages and build are up to date.');
} catch (error) {
  explain(error);
  process.exitCode = error instanceof Stopped ? 130 : 1;
}
process.exit();
