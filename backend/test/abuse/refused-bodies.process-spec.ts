import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type Load, type MeasuredServer, startMeasuredServer } from '../support/measured-server.js';
import { type RefusedBody, refusedBodies, sendRefused } from '../support/refused-bodies.js';
import { rawRequest } from '../support/raw-request.js';
import { waitFor } from '../support/wait-for.js';

const MB = 1024 ** 2;
/** Of each kind, half of them with a body that never ends. */
const REQUESTS = 300;
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
  server = await startMeasuredServer(environment, '--max-old-space-size=360');
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

async function sendMany(kind: RefusedBody): Promise<(number | undefined)[]> {
  const statuses: (number | undefined)[] = [];
  const halves = Array.from({ length: REQUESTS / 2 }, () => sendRefused(server.url, kind, true));
  for (let sent = 0; sent < REQUESTS / 2; sent += AT_ONCE)
    statuses.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => sendRefused(server.url, kind, false)))));
  return [...statuses, ...(await Promise.all(halves))];
}

/** The memory and files of this moment. */
async function measure(): Promise<Load> {
  await server.load();
  return server.load();
}

const names = Object.keys(refusedBodies(''));
const groups = Array.from({ length: Math.ceil(names.length / 6) }, (_, i) => names.slice(6 * i, 6 * i + 6));

test.each(groups)('300 refused bodies of each kind leave nothing behind: %s, %s, %s, %s, %s, %s', async (...group) => {
  const before = await measure();
  const ofGroup = Object.entries(refusedBodies(`Authorization: Bearer ${token}\r\n`)).filter(([name]) =>
    group.includes(name),
  );
  const results = await Promise.all(ofGroup.map(async ([name, kind]) => ({ name, statuses: await sendMany(kind) })));
  const isReleased = ({ openFiles, peakRss }: Load) =>
    openFiles <= before.openFiles + FILES_TOLERANCE && peakRss < before.peakRss + MEMORY_TOLERANCE;
  const after = await waitFor(measure, isReleased, 3000).catch(measure);
  expect({ before, after, isReleased: isReleased(after) }).toMatchObject({ isReleased: true });
  for (const { name, statuses } of results)
    expect({ name, statuses: [...new Set(statuses)] }).toEqual({ name, statuses: [refusedBodies('')[name]!.status] });
});
