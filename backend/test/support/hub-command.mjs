/* Runs a command as `npm run` does, from the built product: node hub-command.mjs NAME OPTIONS ARGUMENT… */
import { runCommand } from '../../../tools/lib/command.mjs';

const [name, options, ...args] = process.argv.slice(2);
await runCommand(name, args, { isPrepared: true, ...JSON.parse(options) });
