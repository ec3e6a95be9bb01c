import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createDocument } from './support/documents.js';
import { toJson, validValue, invalidValues } from './support/invalid-values.js';
import { type Operation, operations, type Schema } from './support/openapi.js';
import type { TestUser } from './support/users.js';
import { createTestApp, type TestApp } from './support/test-app.js';

/** Texts that are too long may be too large a body together. */
const LARGE = 500_000;

let hub: TestApp;
let admin: TestUser;
let documentId: string;
let before: object[];
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
  documentId = (await createDocument(admin)).id;
});
afterAll(() => hub.close());

/** Row counts and all documents. */
const stored = () =>
  hub.database.query(
    `select (select count(*)::int from users) as users, (select count(*)::int from sessions) as sessions,
     (select count(*)::int from content_categories) as categories,
            (select count(*)::int from audit_log) as audited,
            (select json_agg(to_json(i)) from content_items i)::text as items`,
  );

beforeEach(async () => {
  await hub.database.query('delete from rate_limits');
  before = await stored();
});
afterEach(async () => {
  expect(await stored()).toEqual(before);
});

async function send({ method, path }: Operation, json: string) {
  const id = path.startsWith('/users') ? admin.id : documentId;
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' };
  const response = await hub.app.inject({ method, url: `/api${path.replace('{id}', id)}`, headers, payload: json });
  return {
    status: response.statusCode,
    body: response.json<{ code: string; detail: string; errors?: { field: string; message: string }[] }>(),
    text: response.body,
  };
}

type WithBody = Operation & { body: Schema };
const withBody = operations.filter((operation): operation is WithBody => !!operation.body);
const getFields = ({ body }: WithBody) =>
  Object.entries(body.properties ?? {}).map(([name, schema]) => ({
    name,
    schema,
    required: !!body.required?.includes(name),
  }));
/** A valid body. */
const right = (operation: WithBody) =>
  Object.fromEntries(getFields(operation).map(({ name, schema }) => [name, JSON.stringify(validValue(schema))]));

test('there are bodies to test', () => {
  expect(withBody.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining(['login', 'register', 'createDocument', 'updateDocument', 'createCategory']),
  );
});

/** The names of the wrong fields; of an object with several wrong ones once. */
const getNames = (errors: readonly { field: string }[]): string[] => {
  const ownNames = errors.map(({ field }) => field).filter((field) => !field.includes('.'));
  const objects = errors.map(({ field }) => field).filter((field) => field.includes('.'));
  return [...ownNames, ...new Set(objects.map((field) => field.replace(/\..*/, '')))].sort();
};

describe.each(withBody)('$operationId', (operation) => {
  const fields = getFields(operation);

  test('invalid and missing fields are all reported at once, each once', async () => {
    const wrong = fields.map(({ name, schema, required }) => ({ name, values: invalidValues(schema, required) }));
    for (const { values } of wrong) expect(values.length).toBeGreaterThan(5);
    const names = fields.map(({ name }) => name).sort();
    for (let round = 0; round < Math.max(...wrong.map(({ values }) => values.length)); round++) {
      // Each field at another place of its list, so that a body has wrong values of several kinds.
      const chosen = wrong.map(({ name, values }, at) => ({ name, value: values[(round + at) % values.length]! }));
      const json = toJson(Object.fromEntries(chosen.map(({ name, value }) => [name, value.json])));
      for (const some of json.length > LARGE ? chosen.map((one) => [one]) : [chosen]) {
        const values = Object.fromEntries(some.map(({ name, value }) => [name, value.json]));
        const { status, body } = await send(operation, toJson({ ...right(operation), ...values }));
        const what = some.map(({ name, value }) => `${name}: ${value.name}`);
        expect({ what, status, fields: getNames(body.errors ?? []) }).toEqual({
          what,
          status: 400,
          fields: some === chosen ? names : expect.arrayContaining(some.map(({ name }) => name)),
        });
        expect(body.errors?.every(({ message }) => /^[A-Z].*\.$/s.test(message))).toBe(true);
      }
    }
    for (const { name } of fields.filter(({ required }) => required)) {
      const { [name]: _missing, ...others } = right(operation);
      const { status, body } = await send(operation, toJson(others));
      expect([status, body.errors?.map(({ field }) => field)]).toEqual([400, expect.arrayContaining([name])]);
    }
  });

  test('a body that is not an object', async () => {
    // A body without required fields may be empty; it only raises the version of the document.
    if (!fields.some((field) => field.required)) return;
    for (const json of ['[]', '[{}]', 'null', '1', '"x"', 'true', `[${toJson(right(operation))}]`])
      expect((await send(operation, json)).status).toBe(400);
  });
});

test('a body that is no JSON, or hides what it is', async () => {
  for (const json of [
    '{',
    '{"a":}',
    "{'a':1}",
    'undefined',
    '\u0000',
    '{"a":1}}',
    'NaN',
    '{"__proto__":{"x":1}}',
    '{"constructor":{"prototype":{}}}',
    `{"x":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
    `{"x":${'{"x":'.repeat(400)}1${'}'.repeat(400)}}`,
  ]) {
    const { status, body, text } = await send(withBody[0]!, json);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'bad_request' });
    expect(text).not.toMatch(/Unexpected|JSON at|stack/);
  }
});
