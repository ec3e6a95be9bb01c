import { setImmediate as nextTurn } from 'node:timers/promises';
import { SMALL_BODY } from './body-limits.js';

let last: Promise<void> = Promise.resolve();

/**
 * Large bodies are parsed and checked one per turn of the event loop, so that several that arrive at once do not add up
 * to one long block.
 */
export const waitForTurn = (bytes: number): Promise<void> =>
  bytes > SMALL_BODY ? (last = last.then(() => nextTurn())) : Promise.resolve();
