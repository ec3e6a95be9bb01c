// `npm start`: everything a newcomer needs, from an empty checkout to a running product, and a clean end of it all.
// One supervising process: it installs, builds, starts the database and the product, starts them again when they end
// unexpectedly, and ends them in this order reversed. It runs on the Node that the person has and without any package;
// only its children need more.
import { startHub } from './lib/start-hub.mjs';

await startHub();
