// Measures two versions of the hub alternately on one database: by the processor time that their processes need for a
// request, which unlike rates hardly depends on what else the machine does, and by the time of a response, in which the
// database's part is.
import { readProcessorTime } from '../../tools/lib/processes.mjs';
import { isWrite, register, USERS, WRITERS } from './compare.mjs';
import { load, median } from './load.mjs';

/** @typedef {{ url: string, pid: number }} Hub */
/** @typedef {Record<'cached' | 'fresh', Hub>} Version hubs that keep what was read for a moment, and that do not */
/**
 * @typedef {object} Comparison medians, in milliseconds
 * @property {string} name
 * @property {Record<'before' | 'now', number>} processor time of the hub's process per request, with ten connections
 * @property {Record<'before' | 'now', number> & { ratio: number }} [response] time with one connection; the ratio is
 * the median of those of pairs
 */

const ROUNDS = 8;
const SECONDS = 1;
const WARM_UP_SECONDS = 4;
const CONNECTIONS = 10;
/** Requests to each of the two, in turns. */
const PAIRS = 400;

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
    const response = one.requests.some(isWrite) ? undefined : await measurePairs(others, ours, one, own);
    const processor = { before: others.ms / others.requests, now: ours.ms / ours.requests };
    const result = { name: one.name, processor, ...(response && { response }) };
    const times = [processor, ...(response ? [response] : [])].map(
      (of) => `${of.before.toFixed(3)} → ${of.now.toFixed(3)} ms`,
    );
    say(`${one.name}: ${times.join(', response ')}`);
    results.push(result);
  }
  return results;
}

/**
 * @param {Hub} before
 * @param {Hub} now
 * @param {import('./cases.mjs').Case} one
 * @param {string[]} tokens
 */
async function measurePairs(before, now, { requests, signedIn }, tokens) {
  const times = { before: /** @type {number[]} */ ([]), now: /** @type {number[]} */ ([]) };
  const send = async (/** @type {Hub} */ { url }, /** @type {number} */ i) => {
    const { method = 'GET', path, body } = /** @type {import('./load.mjs').Request} */ (requests[i % requests.length]);
    const headers = {
      ...(signedIn && { authorization: `Bearer ${tokens[i % tokens.length]}` }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const beginning = performance.now();
    const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return performance.now() - beginning;
  };
  for (let i = 0; i < PAIRS; i++) {
    // Each of the two is the first as often as the other.
    const isFirst = i % 2 === 0;
    if (isFirst) times.before.push(await send(before, i));
    times.now.push(await send(now, i));
    if (!isFirst) times.before.push(await send(before, i));
  }
  const ratios = times.now.map((ms, i) => ms / /** @type {number} */ (times.before[i]));
  return { before: median(times.before), now: median(times.now), ratio: median(ratios) };
}
