import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { AbuseTestServer, expectNoServerError } from '../support/abuse-server.js';
import { hostileBodies, hostileFields } from '../support/hostile-bodies.js';
import { type Operation, operations, type Schema } from '../support/openapi.js';
import type { RawResponse } from '../support/raw-request.js';

let server: AbuseTestServer;
const tokens = new Map<string, string | undefined>([['guest', undefined]]);

async function warmUp(started: AbuseTestServer): Promise<void> {
  const body = Buffer.from('{"query":"x"}');
  const headers = { 'content-type': 'application/json' };
  for (let i = 0; i < 20; i++) await started.send('/search', { method: 'POST', body, headers });
}

beforeAll(async () => {
  server = await AbuseTestServer.start(warmUp);
  for (const role of ['CONTRIBUTOR', 'ADMIN']) tokens.set(role, (await server.hub.users.create(role)).token);
}, 120_000);
afterAll(() => server?.close());
beforeEach(() => server.resetRateLimits());

function send(method: string, path: string, body: Buffer, token?: string): Promise<RawResponse> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  return server.send(path, { method, body, headers });
}

const withBody = operations.filter((operation): operation is Operation & { body: Schema } => !!operation.body);
const getText = (length: number) => Buffer.from(JSON.stringify({ x: 'a'.repeat(length) }));
const pathOf = ({ path }: Operation): string => path.replace(/\{\w+\}/g, '01900000-0000-7000-8000-000000000000');

test('there are routes to test', () => {
  expect(withBody.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining(['login', 'register', 'forgotPassword', 'searchContent', 'createDocument', 'createComment']),
  );
});

test.each(withBody)(
  'hostile bodies are refused at once: $operationId',
  async (operation) => {
    // Behind a permission, only those who have it reach the validation.
    const token = tokens.get(operation.isPublic ? 'guest' : 'ADMIN');
    await server.expectBoundedLoad(operation.operationId, async () => {
      for (const { name, bytes } of hostileBodies(operation.body))
        expectNoServerError(name, await send(operation.method, pathOf(operation), bytes, token));
    });
  },
  120_000,
);

test('guests are refused, and bodies longer than theirs are not read', async () => {
  const forUsers = withBody.filter(({ isPublic }) => !isPublic);
  expect(forUsers.length).toBeGreaterThan(30);
  await server.expectBoundedLoad('guests', async () => {
    for (const operation of forUsers) {
      const { operationId, method } = operation;
      const statuses = [];
      for (const body of [getText(60_000), getText(2_500_000)])
        statuses.push((await send(method, pathOf(operation), body)).status);
      expect({ operationId, statuses }).toEqual({ operationId, statuses: [401, 413] });
    }
  });
}, 120_000);

describe.each(withBody.filter(({ operationId }) => /^(create|update)Document$/.test(operationId)))(
  '$operationId',
  (operation) => {
    test('every field with every hostile value of 2.5 MB', async () => {
      for (const { name, bytes } of hostileFields(operation.body, 2_500_000)) {
        await server.expectBoundedLoad(name, async () =>
          expectNoServerError(name, await send(operation.method, pathOf(operation), bytes, tokens.get('CONTRIBUTOR'))),
        );
      }
    }, 120_000);
  },
);

test('twenty bodies of 3 MB of nested small objects at once', async () => {
  const body = Buffer.from(`{"title":"x","content":"x","x":[${'{"a":{"b":{}}},'.repeat(200_000)}0]}`);
  await server.expectBoundedLoad('twenty bodies', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => send('POST', '/documents', body, tokens.get('CONTRIBUTOR'))),
    );
    for (const response of responses) expect([400, 413, 503, undefined]).toContain(response.status);
  });
});
