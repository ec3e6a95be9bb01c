// `npm run seed:large [-- DOCUMENTS [VIDEOS]]`: fills the hub with many documents and videos, to see how it behaves when
// it is large.
import { runCommand } from './lib/command.mjs';

await runCommand('seed-large', process.argv.slice(2));
