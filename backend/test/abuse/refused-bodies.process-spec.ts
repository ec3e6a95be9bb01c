import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type Load, type MeasuredServer, startMeasuredServer } from '../support/measured-server.js';
import { type RefusedBody, refusedBodies, sendRefused } from '../support/refused-bodies.js';
import { rawRequest } from '../support/raw-request.js';
import { waitFor } from '../support/wait-for.js';

const MB = 1024 ** 2;
/** Of each kind, half of them with a body that never ends. */
const REQUESTS = 300;
/** Of each kind at first, after which the process has the buffers that it keeps for the next requests. */
const WARM_UP_REQUESTS = 60;
const AT_ONCE = 30;
/** For connections to the database. */
const FILES_TOLERANCE = 20;
const MEMORY_TOLERANCE = 100 * MB;

let database: TestDatabase;
let server: MeasuredServer;
let token: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const environment = { DATABASE_URL: database.url, RATE_LIMIT_IP_FACTOR: '10000' };
  server = await startMeasuredServer(environment, '--max-old-space-size=360', '--expose-gc');
  const { text } = await rawRequest(`${server.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{"email":"viewer@example.org","name":"Viewer","password":"secret-1"}'),
  });
  token = (JSON.parse(text) as { session_token: string }).session_token;
}, 60_000);
afterAll(async () => {
  server?.child.kill('SIGTERM');
  await server?.ended;
  await database?.drop();
});

async function sendMany(kind: RefusedBody, requests = REQUESTS): Promise<(number | undefined)[]> {
  const statuses: (number | undefined)[] = [];
  const halves = Array.from({ length: requests / 2 }, () => sendRefused(server.url, kind, true));
  for (let sent = 0; sent < requests / 2; sent += AT_ONCE)
    statuses.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => sendRefused(server.url, kind, false)))));
  return [...statuses, ...(await Promise.all(halves))];
}

/** The files of this moment, and the memory after garbage was collected. */
async function measure(): Promise<Load> {
  await server.load();
  return server.load();
}

const names = Object.keys(refusedBodies(''));
const groups = Array.from({ length: Math.ceil(names.length / 6) }, (_, i) => names.slice(6 * i, 6 * i + 6));

test.each(groups)('300 refused bodies of each kind leave nothing behind: %s, %s, %s, %s, %s, %s', async (...group) => {
  const ofGroup = Object.entries(refusedBodies(`Authorization: Bearer ${token}\r\n`)).filter(([name]) =>
    group.includes(name),
  );
  await Promise.all(ofGroup.map(([, kind]) => sendMany(kind, WARM_UP_REQUESTS)));
  const before = await measure();
  const results = await Promise.all(ofGroup.map(async ([name, kind]) => ({ name, statuses: await sendMany(kind) })));
  const isReleased = ({ openFiles, peakRss }: Load) =>
    openFiles <= before.openFiles + FILES_TOLERANCE && peakRss < before.peakRss + MEMORY_TOLERANCE;
  const after = await waitFor(measure, isReleased, 10_000).catch(measure);
  expect({ before, after, isReleased: isReleased(after) }).toMatchObject({ isReleased: true });
  for (const { name, statuses } of results)
    expect({ name, statuses: [...new Set(statuses)] }).toEqual({ name, statuses: [refusedBodies('')[name]!.status] });
});
