// `npm run backup`: one archive of the database and all files. `npm run backup -- --verify [FILE]`: restores one into a
// scratch database and compares.
import { resolvePaths, runCommand } from './lib/command.mjs';

await runCommand('backup', resolvePaths(process.argv.slice(2)));
