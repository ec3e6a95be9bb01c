// `npm run restore -- FILE`: an archive of a backup into an empty database.
import { resolvePaths, runCommand } from './lib/command.mjs';

await runCommand('restore', resolvePaths(process.argv.slice(2)), { createsHub: true });
