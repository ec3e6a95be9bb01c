import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { AbuseTestServer, expectNoServerError } from '../support/abuse-server.js';
import { formOperations, resolveSchema, type Schema } from '../support/openapi.js';
import type { RawResponse } from '../support/raw-request.js';

const BOUNDARY = 'some-boundary';
const MB = 1024 ** 2;

let server: AbuseTestServer;
let token: string;

beforeAll(async () => {
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  const body = Buffer.concat([part('bio', 'x'), Buffer.from(`--${BOUNDARY}--\r\n`)]);
  server = await AbuseTestServer.start((started) => started.send('/profile', { method: 'PUT', headers, body }));
  token = (await server.hub.users.create('CONTRIBUTOR')).token;
}, 120_000);
afterAll(() => server?.close());
beforeEach(() => server.resetRateLimits());

const part = (name: string, value: string, headers = ''): Buffer =>
  Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n${headers}\r\n${value}\r\n`);
const JSON_TYPE = 'Content-Type: application/json\r\n';

function send(
  method: string,
  path: string,
  parts: readonly Buffer[],
  as?: string,
  end = `--${BOUNDARY}--\r\n`,
): Promise<RawResponse> {
  const headers = {
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    ...(as && { authorization: `Bearer ${as}` }),
  };
  return server.send(path, { method, headers, body: Buffer.concat([...parts, Buffer.from(end)]) });
}

const keys = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":0`).join(',')}}`;
const many = (count: number, make: (i: number) => Buffer) => Array.from({ length: count }, (_, i) => make(i));

function hostileForms(fields: string[]): Record<string, Buffer[]> {
  const forms: Record<string, Buffer[]> = {
    'unknown fields': many(99, (i) => part(`unknown-${i}`, 'x'.repeat(10_000))),
    'too many parts': many(1000, (i) => part(`unknown-${i}`, 'x')),
    'a long name': [part('n'.repeat(MB), 'x')],
    'many headers': [part('x', 'x', many(5000, (i) => Buffer.from(`X-Header-${i}: x\r\n`)).join(''))],
    'an unknown field of 5 MB': [part('x', 'x'.repeat(5 * MB))],
    'no parts': [],
    'only line breaks': [Buffer.alloc(MB, '\r\n')],
    'half a boundary again and again': [Buffer.from(`\r\n--${BOUNDARY.slice(0, -1)}`.repeat(50_000))],
  };
  for (const field of fields) {
    forms[`${field} as JSON of many keys`] = [part(field, keys(220_000), JSON_TYPE)];
    forms[`${field} as JSON of nested lists`] = [part(field, `[${'[],'.repeat(1_000_000)}[]]`, JSON_TYPE)];
    forms[`${field} as a text of JSON`] = [part(field, `[${'[],'.repeat(1_000_000)}[]]`)];
    forms[`${field} as deep JSON`] = [part(field, '['.repeat(2_000_000))];
    forms[`${field} as commas`] = [part(field, ',a'.repeat(1_500_000))];
    forms[`${field} a hundred times`] = many(100, () => part(field, 'x'.repeat(30_000)));
    forms[`${field} of line breaks`] = [part(field, '\r\n'.repeat(1_500_000))];
  }
  return forms;
}

/** One field of each kind, since fields of a kind are read alike. */
const fieldsOf = ({ properties = {} }: Schema): string[] => {
  const kindOf = (schema: Schema) => {
    const { type, format, items } = { ...schema, ...resolveSchema(schema) };
    return [type, format, items && { ...items, ...resolveSchema(items) }.type].join();
  };
  return [...new Map(Object.entries(properties).map(([name, schema]) => [kindOf(schema), name])).values()];
};
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
    const user = as === 'guest' ? undefined : token;
    for (const [name, parts] of Object.entries(hostileForms(fieldsOf(form)))) {
      await server.expectBoundedLoad(name, async () =>
        expectNoServerError(name, await send(method, path, parts, user)),
      );
    }
    expectNoServerError('no end', await send(method, path, [part('x', 'x')], user, ''));
  },
  120_000,
);
