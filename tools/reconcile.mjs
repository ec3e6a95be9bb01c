// `npm run reconcile [-- --fix]`: holds every counter against the rows it stands for.
import { runCommand } from './lib/command.mjs';

await runCommand('reconcile', process.argv.slice(2));
