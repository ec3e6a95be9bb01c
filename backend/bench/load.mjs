// Loads one address for a while and tells how it held.
import autocannon from 'autocannon';

/**
 * @typedef {{ method?: 'GET' | 'POST', path: string, body?: object }} Request asked one after the other, over and over
 */
/** @typedef {{ rate: number, p50: number, p95: number, p99: number }} Figures requests a second; milliseconds */

/**
 * @param {string} url of the server
 * @param {Request[]} requests
 * @param {{ connections: number, seconds: number, tokens?: string[] }} options of people who ask in turns; guests
 * without
 * @returns {Promise<Figures>}
 * @throws when a single answer was no 2xx, or none came at all: what fails fast is not fast
 */
export async function load(url, requests, { connections, seconds, tokens = [] }) {
  // As many as there are people, at least, so that each of them asks.
  const asked = Array.from(
    { length: Math.max(requests.length, tokens.length) },
    (_, i) => /** @type {Request} */ (requests[i % requests.length]),
  );
  const authorization = (/** @type {number} */ i) =>
    tokens.length ? { authorization: `Bearer ${tokens[i % tokens.length]}` } : {};
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: asked.map(({ method = 'GET', path, body }, i) => ({
      method,
      path,
      headers: { ...authorization(i), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })),
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed) throw new Error(`${failed} of ${result.requests.total} requests to ${requests[0]?.path} failed.`);
  if (!result.requests.total)
    throw new Error(`Not one request to ${requests[0]?.path} was answered within ${seconds} s.`);
  // The library has no 95th percentile; the next above it says more rather than less.
  return {
    rate: result.requests.total / result.duration,
    p50: result.latency.p50,
    p95: result.latency.p97_5,
    p99: result.latency.p99,
  };
}

/** @param {number[]} values an odd number of them */
export const median = (values) =>
  /** @type {number} */ (values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]);

/** @param {Figures[]} rounds @returns {Figures} of each figure the one in the middle */
export function middle(rounds) {
  const of = (/** @type {keyof Figures} */ name) => median(rounds.map((round) => round[name]));
  return { rate: of('rate'), p50: of('p50'), p95: of('p95'), p99: of('p99') };
}
