// Measures the hub and the bare server alternately, so that other load on the machine affects both.
import { load, median, medianFigures } from './load.mjs';

/** @typedef {import('./cases.mjs').Case} Case */
/** @typedef {import('./load.mjs').Figures} Figures */
/**
 * @typedef {Case & { at: Record<number, { hub: Figures, bare: Figures, share: number }>, only?: Figures }} Result by
 * number of connections; `only` with one
 */

const ROUNDS = 3;
const SECONDS = 2;
/** Long enough to read the indexes of the largest data from the disk. */
const WARM_UP_SECONDS = 5;
/** Number of users for cases with sign-in, who read … */
export const USERS = 20;
/** … and who write, which each may do some times a minute. */
export const WRITERS = 100;
const CONNECTIONS = [10, 50];

/**
 * @param {string} url of the hub
 * @returns {Promise<string>} the session token of a new user
 */
export async function register(url, n = 0) {
  const body = { email: `bench-${Date.now()}-${n}@example.org`, name: 'Bench', password: 'bench-password' };
  const response = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  // Readers without a session would be measured as guests.
  if (!response.ok) throw new Error(`A user could not be registered: ${await response.text()}`);
  return /** @type {{ session_token: string }} */ (await response.json()).session_token;
}

/** Searches are sent by POST, but write nothing. @param {import('./load.mjs').Request} request */
export const isWrite = ({ method, path }) => method === 'POST' && path.endsWith('/posts');

/**
 * @param {object} options
 * @param {Record<'cached' | 'fresh', string>} options.hub addresses of a hub that keeps what was read for a moment,
 * and of one that does not
 * @param {string} options.bare URL of the bare server
 * @param {Case[]} options.cases
 * @param {() => Promise<void>} options.settle lets the users write as often as others
 * @param {(text: string) => void} options.say
 * @param {AbortSignal} options.stop
 * @returns {Promise<Result[]>}
 */
export async function compare({ hub, bare, cases, settle, say, stop }) {
  const writes = cases.some(({ requests }) => requests.some(isWrite));
  const users = Array.from({ length: writes ? WRITERS : USERS }, (_, n) => n);
  const tokens = await Promise.all(users.map((n) => register(hub.cached, n)));
  await settle();
  const results = [];
  for (const one of cases) {
    /** @type {Result['at']} */
    const at = {};
    for (const connections of CONNECTIONS) {
      stop.throwIfAborted();
      const rounds = { hub: /** @type {Figures[]} */ ([]), bare: /** @type {Figures[]} */ ([]) };
      const loadHub = (/** @type {number} */ seconds) =>
        load(hub[one.fresh ? 'fresh' : 'cached'], one.requests, {
          connections,
          seconds,
          ...(one.signedIn && { tokens: one.requests.some(isWrite) ? tokens : tokens.slice(0, USERS) }),
        });
      const bareUrl = one.againstHub ? hub.fresh : bare;
      const loadBare = (/** @type {number} */ seconds) => load(bareUrl, one.bare, { connections, seconds });
      await loadHub(WARM_UP_SECONDS);
      await loadBare(1);
      for (let round = 0; round < ROUNDS; round++) {
        rounds.bare.push(await loadBare(SECONDS));
        rounds.hub.push(await loadHub(SECONDS));
      }
      const shares = rounds.hub.map(({ rate }, i) => rate / /** @type {Figures} */ (rounds.bare[i]).rate);
      at[connections] = { hub: medianFigures(rounds.hub), bare: medianFigures(rounds.bare), share: median(shares) };
    }
    const ten = at[10];
    const only = one.alone ? await load(hub.fresh, one.requests, { connections: 1, seconds: SECONDS }) : undefined;
    const alone = only ? `, with one connection ${only.p50} ms` : '';
    say(`${one.name}: ${ten?.share.toFixed(2)} of bare, p99 ${ten?.hub.p99} ms${alone}`);
    results.push({ ...one, at, ...(only && { only }) });
  }
  return results;
}
