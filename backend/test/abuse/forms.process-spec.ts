import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { AbuseTestServer, expectNoServerError } from '../support/abuse-server.js';
import { formBody, formHeaders, formPart, hostileForms } from '../support/hostile-forms.js';
import { formOperations } from '../support/openapi.js';

let server: AbuseTestServer;
let token: string;

beforeAll(async () => {
  const request = { method: 'PUT', headers: formHeaders, body: formBody([formPart('bio', 'x')]) };
  server = await AbuseTestServer.start((started) => started.send('/profile', request));
  token = (await server.hub.users.create('CONTRIBUTOR')).token;
}, 120_000);
afterAll(() => server?.close());
beforeEach(() => server.resetRateLimits());

const pathOf = ({ path }: { path: string }): string => path.replace(/\{\w+\}/g, '01900000-0000-7000-8000-000000000000');

test('there are routes to test', () => {
  expect(formOperations.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining(['createDocument', 'updateDocument', 'updateProfile', 'uploadImage', 'importDocuments']),
  );
});

/** Routes with a second name call the same method with the same fields. */
const withForm = formOperations.filter(({ operationId }) => !operationId.endsWith('Enhanced'));

/** Guests are refused before their form is read, by all routes alike. */
const cases = withForm.flatMap((operation, i) => [
  { ...operation, as: 'contributor' },
  ...(operation.isPublic || i === 0 ? [{ ...operation, as: 'guest' }] : []),
]);

test.each(cases)(
  'hostile forms of a $as: $operationId',
  async ({ method, form, as, ...operation }) => {
    const path = pathOf(operation);
    const headers = { ...formHeaders, ...(as !== 'guest' && { authorization: `Bearer ${token}` }) };
    const send = (body: Buffer) => server.send(path, { method, headers, body });
    for (const [name, parts] of Object.entries(hostileForms(form)))
      await server.expectBoundedLoad(name, async () => expectNoServerError(name, await send(formBody(parts))));
    expectNoServerError('no end', await send(formBody([formPart('x', 'x')], '')));
  },
  120_000,
);
