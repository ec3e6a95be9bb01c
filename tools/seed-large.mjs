// `npm run seed:large [-- DOCUMENTS [VIDEOS [THREADS [POSTS]]]]`: fills the hub with many documents, videos and
// threads, to see how it behaves when it is large.
import { runCommand } from './lib/command.mjs';

// It may be the first command of a new data folder.
await runCommand('seed-large', process.argv.slice(2), { createsHub: true });
