// Sends requests to one server and measures the responses.
import autocannon from 'autocannon';

/**
 * @typedef {object} Request sent in a loop
 * @property {'GET' | 'POST'} [method]
 * @property {string} path
 * @property {object} [body]
 * @property {() => Record<string, string>} [createHeaders] called for each repetition
 */
/** @typedef {{ rate: number, p50: number, p95: number, p99: number }} Figures requests per second; milliseconds */

/**
 * @param {string} url of the server
 * @param {Request[]} requests
 * @param {{ connections: number, seconds: number, tokens?: string[] }} options requests
 * alternate between the users of the tokens; without tokens they are those of guests
 * @returns {Promise<Figures>}
 * @throws when a response is not 2xx or there is none, since errors are faster than real responses
 */
export async function load(url, requests, { connections, seconds, tokens = [] }) {
  // At least one request per user.
  const repeated = Array.from(
    { length: Math.max(requests.length, tokens.length) },
    (_, i) => /** @type {Request} */ (requests[i % requests.length]),
  );
  const authorization = (/** @type {number} */ i) =>
    tokens.length ? { authorization: `Bearer ${tokens[i % tokens.length]}` } : {};
  const sent = repeated.map(({ method = 'GET', path, body, createHeaders }, i) => ({
    method,
    path,
    headers: { ...authorization(i), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    ...(createHeaders && {
      setupRequest: (/** @type {autocannon.Request} */ request) => ({
        ...request,
        headers: { ...request.headers, ...createHeaders() },
      }),
    }),
  }));
  let started = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: sent,
    // Each connection begins elsewhere in the loop, or all would send the same request at the same time.
    setupClient: (client) => {
      const first = Math.floor((started++ * sent.length) / connections) % sent.length;
      client.setRequests([...sent.slice(first), ...sent.slice(0, first)]);
    },
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed) {
    const statuses = Object.keys(result.statusCodeStats ?? {}).join(', ');
    throw new Error(
      `${failed} of ${result.requests.total} requests to ${url}${requests[0]?.path} failed (${statuses}).`,
    );
  }
  if (!result.requests.total) throw new Error(`No request to ${requests[0]?.path} got a response within ${seconds} s.`);
  // autocannon has no 95th percentile; the next higher one is an upper bound.
  return {
    rate: result.requests.total / result.duration,
    p50: result.latency.p50,
    p95: result.latency.p97_5,
    p99: result.latency.p99,
  };
}

/** @param {number[]} values an odd number of values */
export const median = (values) =>
  /** @type {number} */ (values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]);

/** @param {Figures[]} rounds @returns {Figures} the median of each figure */
export function medianFigures(rounds) {
  const of = (/** @type {keyof Figures} */ name) => median(rounds.map((round) => round[name]));
  return { rate: of('rate'), p50: of('p50'), p95: of('p95'), p99: of('p99') };
}
