// The start process of the hub with options of a test, given as JSON: node start-hub.mjs '{"restartLimit": …}'
import { startHub } from '../../../tools/lib/start-hub.mjs';

await startHub({ isPrepared: true, ...JSON.parse(process.argv[2] ?? '{}') });
