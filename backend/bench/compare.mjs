// The hub against the bare server, in turns, so that what slows the machine down for a while slows both.
import { load, median, middle } from './load.mjs';

/** @typedef {import('./cases.mjs').Case} Case */
/** @typedef {import('./load.mjs').Figures} Figures */
/**
 * @typedef {Case & { at: Record<number, { hub: Figures, bare: Figures, share: number }> }} Result by number of
 * connections
 */

const ROUNDS = 3;
const SECONDS = 2;
/** who ask in turns where somebody signed in asks */
const PEOPLE = 20;
const CONNECTIONS = [10, 50];

/**
 * @param {string} url of the hub
 * @returns {Promise<string>} the token of a new person
 */
export async function register(url, n = 0) {
  const body = { email: `bench-${Date.now()}-${n}@example.org`, name: 'Bench', password: 'bench-password' };
  const answer = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return /** @type {{ session_token: string }} */ (await answer.json()).session_token;
}

/**
 * @param {object} options
 * @param {Record<'keeping' | 'fresh', string>} options.hub addresses of a hub that keeps what was read for a moment,
 * and of one that does not
 * @param {string} options.bare address of the bare server
 * @param {Case[]} options.cases
 * @param {(text: string) => void} options.say
 * @param {AbortSignal} options.stop
 * @returns {Promise<Result[]>}
 */
export async function compare({ hub, bare, cases, say, stop }) {
  const tokens = await Promise.all(Array.from({ length: PEOPLE }, (_, n) => register(hub.keeping, n)));
  const results = [];
  for (const one of cases) {
    /** @type {Result['at']} */
    const at = {};
    for (const connections of CONNECTIONS) {
      stop.throwIfAborted();
      const rounds = { hub: /** @type {Figures[]} */ ([]), bare: /** @type {Figures[]} */ ([]) };
      const askHub = (/** @type {number} */ seconds) =>
        load(hub[one.fresh ? 'fresh' : 'keeping'], one.requests, {
          connections,
          seconds,
          ...(one.signedIn && { tokens }),
        });
      const askBare = (/** @type {number} */ seconds) => load(bare, one.bare, { connections, seconds });
      await askHub(1);
      await askBare(1);
      for (let round = 0; round < ROUNDS; round++) {
        rounds.bare.push(await askBare(SECONDS));
        rounds.hub.push(await askHub(SECONDS));
      }
      const shares = rounds.hub.map(({ rate }, i) => rate / /** @type {Figures} */ (rounds.bare[i]).rate);
      at[connections] = { hub: middle(rounds.hub), bare: middle(rounds.bare), share: median(shares) };
    }
    const ten = at[10];
    say(`${one.name}: ${ten?.share.toFixed(2)} of bare, p99 ${ten?.hub.p99} ms`);
    results.push({ ...one, at });
  }
  return results;
}
