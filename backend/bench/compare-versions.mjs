// Measures two versions of the hub alternately on one database, by the processor time that their processes need for a
// request: unlike rates, it hardly depends on what else the machine does.
import { readProcessorTime } from '../../tools/lib/processes.mjs';
import { isWrite, register, USERS, WRITERS } from './compare.mjs';
import { load } from './load.mjs';

/** @typedef {{ url: string, pid: number }} Hub */
/** @typedef {Record<'cached' | 'fresh', Hub>} Version hubs that keep what was read for a moment, and that do not */
/** @typedef {{ name: string, before: number, now: number }} Comparison milliseconds of processor time per request */

const ROUNDS = 8;
const SECONDS = 1;
const WARM_UP_SECONDS = 4;
const CONNECTIONS = 10;

/**
 * @param {object} options
 * @param {Version} options.now
 * @param {Version} options.before
 * @param {import('./cases.mjs').Case[]} options.cases
 * @param {() => Promise<void>} options.settle lets the users write as often as others
 * @param {(text: string) => void} options.say
 * @param {AbortSignal} options.stop
 * @returns {Promise<Comparison[]>}
 */
export async function compareVersions({ now, before, cases, settle, say, stop }) {
  const users = cases.some(({ requests }) => requests.some(isWrite)) ? WRITERS : USERS;
  const tokens = await Promise.all(Array.from({ length: users }, (_, n) => register(now.cached.url, n)));
  await settle();
  const results = [];
  for (const one of cases) {
    const own = one.requests.some(isWrite) ? tokens : tokens.slice(0, USERS);
    const options = { connections: CONNECTIONS, ...(one.signedIn && { tokens: own }) };
    const [ours, others] = [now, before].map((version) => ({
      ...version[one.fresh ? 'fresh' : 'cached'],
      requests: 0,
      ms: 0,
    }));
    if (!ours || !others) continue;
    for (const { url } of [ours, others]) await load(url, one.requests, { ...options, seconds: WARM_UP_SECONDS });
    for (let round = 0; round < ROUNDS; round++) {
      stop.throwIfAborted();
      // Each of the two is the first as often as the other.
      for (const hub of round % 2 ? [ours, others] : [others, ours]) {
        const beginning = readProcessorTime(hub.pid);
        const { rate } = await load(hub.url, one.requests, { ...options, seconds: SECONDS });
        hub.ms += readProcessorTime(hub.pid) - beginning;
        hub.requests += rate * SECONDS;
      }
    }
    const result = { name: one.name, before: others.ms / others.requests, now: ours.ms / ours.requests };
    say(`${one.name}: ${result.before.toFixed(3)} → ${result.now.toFixed(3)} ms`);
    results.push(result);
  }
  return results;
}
