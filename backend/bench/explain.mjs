// The plan of each statement behind one request of each case, after the plans have settled.
import { register } from './compare.mjs';
import { explainEverything, plansIn } from './plans.mjs';

/** @typedef {import('./plans.mjs').Plan} Plan */

/** Prepared statements are planned for the values of the call five times, then once for all. */
const SETTLED = 8;

/**
 * @param {object} options
 * @param {import('pg').Client} options.client of a superuser
 * @param {import('./cases.mjs').Case[]} options.cases
 * @param {() => Promise<{ url: string, stop: () => Promise<void> }>} options.start a hub whose connections are new
 * @param {() => string} options.log what PostgreSQL has written so far
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
      const ask = () =>
        fetch(hub.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) }).then((answer) =>
          answer.arrayBuffer(),
        );
      for (let i = 0; i < SETTLED; i++) await ask();
      await pause();
      const before = log().length;
      await ask();
      await pause();
      results.push({ name, plans: plansIn(log().slice(before)).filter(({ sql }) => sql.startsWith('/*')) });
    }
    await hub.stop();
    return results;
  } finally {
    await client.query(`alter database ${rows[0].name} reset all`);
  }
}

/** Until the log has come through the pipe. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 100));
