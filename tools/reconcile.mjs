// `npm run reconcile [-- --fix]`: compares each counter with its rows.
import { runCommand } from './lib/command.mjs';

await runCommand('reconcile', process.argv.slice(2));
