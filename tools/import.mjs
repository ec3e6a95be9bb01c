// `npm run import -- PATH [--as EMAIL]`: Markdown files into the hub.
import path from 'node:path';
import { runCommand } from './lib/command.mjs';

/**
 * npm runs scripts in the root; paths are relative to the user's folder.
 * @param {string[]} args
 */
const fromWhereTheyAre = ([first, ...rest]) =>
  first === undefined || first.startsWith('-')
    ? [first, ...rest]
    : [path.resolve(process.env['INIT_CWD'] ?? '.', first), ...rest];

await runCommand(
  'import',
  fromWhereTheyAre(process.argv.slice(2)).filter((arg) => arg !== undefined),
  { createsHub: true },
);
