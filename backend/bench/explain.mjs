// The plans of the statements of one request per case, after PostgreSQL has switched to generic plans.
import { register } from './compare.mjs';
import { explainEverything, parsePlans } from './plans.mjs';

/** @typedef {import('./plans.mjs').Plan} Plan */

/** PostgreSQL plans a prepared statement for its values five times before it uses a generic plan. */
const WARM_UP_REQUESTS = 8;

/**
 * @param {object} options
 * @param {import('pg').Client} options.client of a superuser
 * @param {import('./cases.mjs').Case[]} options.cases
 * @param {() => Promise<{ url: string, stop: () => Promise<void> }>} options.start starts a hub
 * @param {() => string} options.log the log of PostgreSQL so far
 * @returns {Promise<{ name: string, plans: Plan[] }[]>}
 */
export async function explainCases({ client, cases, start, log }) {
  const { rows } = await client.query('select current_database() as name');
  for (const setting of explainEverything) await client.query(`alter database ${rows[0].name} ${setting}`);
  try {
    const hub = await start();
    const token = await register(hub.url);
    const results = [];
    for (const { name, requests, signedIn } of cases) {
      const headers = { 'content-type': 'application/json', ...(signedIn && { authorization: `Bearer ${token}` }) };
      const [{ method = 'GET', path, body } = { path: '/' }] = requests;
      const send = () =>
        fetch(hub.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) }).then((response) =>
          response.arrayBuffer(),
        );
      for (let i = 0; i < WARM_UP_REQUESTS; i++) await send();
      await pause();
      const before = log().length;
      await send();
      await pause();
      results.push({ name, plans: parsePlans(log().slice(before)).filter(({ sql }) => !sql.includes('pgboss')) });
    }
    await hub.stop();
    return results;
  } finally {
    await client.query(`alter database ${rows[0].name} reset all`);
  }
}

/** Waits until the log has arrived through the pipe. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 100));
