import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { AbuseTestServer } from '../support/abuse-server.js';
import { toJson, validValue } from '../support/invalid-values.js';
import { createDocument } from '../support/documents.js';
import { markdownFamilies } from '../support/markdown-families.js';
import { type Operation, operations, resolveSchema, type Schema } from '../support/openapi.js';
import type { TestUser } from '../support/users.js';

/** Whole documents have a separate test with 490,000 characters of each family. */
const DOCUMENT_LENGTH = 100_000;

let server: AbuseTestServer;
let contributor: TestUser;
let documentId: string;
let commentId: string;

beforeAll(async () => {
  server = await AbuseTestServer.start((started) => started.send('/documents', {}));
  const { users, database } = server.hub;
  contributor = await users.create('CONTRIBUTOR');
  documentId = (await createDocument(contributor)).id;
  await database.query(`update content_items set status = 'PUBLISHED', published_at = now() where id = $1`, [
    documentId,
  ]);
  const comment = { content_type: 'document', content_id: documentId, content: 'First' };
  commentId = (await contributor.request<{ id: string }>('POST', '/comments', { body: comment })).body.id;
}, 120_000);
afterAll(() => server?.close());
beforeEach(() => server.resetRateLimits());

interface Sent {
  method: string;
  path: string;
  json?: string;
  token?: string | undefined;
}
const send = ({ method, path, json, token }: Sent) => {
  const authorization = token && { authorization: `Bearer ${token}` };
  const headers = { ...(json !== undefined && { 'content-type': 'application/json' }), ...authorization };
  return server.send(path, { method, headers, ...(json !== undefined && { body: Buffer.from(json) }) });
};

const isText = (schema: Schema): boolean => {
  const { type, format, enum: choices } = { ...schema, ...resolveSchema(schema) };
  return type === 'string' && !format && !choices;
};
const textsOf = ({ properties = {} }: Schema) => Object.entries(properties).filter(([, schema]) => isText(schema));

type WithTexts = Operation & { body: Schema };
/** Routes with a second name call the same method with the same fields. */
const isAlias = ({ operationId }: Operation) => operationId.endsWith('Enhanced');
const withTexts = operations.filter(
  (operation): operation is WithTexts => !!operation.body && !isAlias(operation) && textsOf(operation.body).length > 0,
);

/** Existing ids, so that requests are refused for their texts only. */
function rightFields({ body }: WithTexts): Record<string, string> {
  const fields = Object.entries(body.properties ?? {}).map(([name, schema]): [string, string] => [
    name,
    JSON.stringify(validValue(schema)),
  ]);
  return {
    ...Object.fromEntries(fields),
    ...(body.properties?.['content_id'] && { content_id: JSON.stringify(documentId), content_type: '"document"' }),
  };
}
const pathOf = ({ path }: Operation) => path.replace(/\{\w+\}/g, path.startsWith('/comments') ? commentId : documentId);

test('there are texts and families to test', () => {
  expect(withTexts.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining([
      'register',
      'searchContent',
      'createComment',
      'updateComment',
      'createDocument',
      'updateProfile',
    ]),
  );
  expect(Object.keys(markdownFamilies).length).toBeGreaterThanOrEqual(30);
});

const textOf = (family: string, { maxLength = 1000 }: Schema): string => {
  const long = markdownFamilies[family]?.(Math.min(Math.max(maxLength, 1000), DOCUMENT_LENGTH)) ?? '';
  return JSON.stringify(long.slice(0, maxLength).toWellFormed().replaceAll('\0', ' '));
};

describe.each(withTexts)('$operationId', (operation) => {
  const texts = textsOf(operation.body);
  /**
   * All texts at once, and each long text with valid others, so that an invalid text does not hide the effect of
   * another.
   */
  const combinations = [texts, ...texts.filter(([, { maxLength = 0 }]) => maxLength >= 500).map((text) => [text])];

  test('pathological texts', async () => {
    const token = operation.isPublic ? undefined : contributor.token;
    const sendFamily = async (family: string) => {
      for (const fields of combinations) {
        const filled = Object.fromEntries(fields.map(([name, schema]) => [name, textOf(family, schema)]));
        const { status, text } = await send({
          method: operation.method,
          path: pathOf(operation),
          json: toJson({ ...rightFields(operation), ...filled }),
          token,
        });
        const unexpected = (status ?? 500) >= 500 && status !== 503 ? text : '';
        expect({ family, fields: Object.keys(filled), status, unexpected }).toMatchObject({
          status: expect.any(Number),
          unexpected: '',
        });
        // The rate limit of a single user is lower.
        if (status === 429) await server.resetRateLimits();
      }
    };
    for (const family of Object.keys(markdownFamilies))
      await server.expectBoundedLoad(family, () => sendFamily(family));
  }, 240_000);
});

test('what was stored is read without delay', async () => {
  const reads = [
    '/documents',
    `/documents/${documentId}`,
    '/dashboard/home',
    `/comments/document/${documentId}`,
    `/users/${contributor.id}/activity`,
    `/users/${contributor.id}/profile`,
    '/tags',
    '/categories',
    `/documents/${documentId}/revisions`,
  ];
  for (const path of reads) {
    await server.expectBoundedLoad(path, async () => {
      for (const token of [undefined, contributor.token])
        expect({ path, status: (await send({ method: 'GET', path, token })).status }).toEqual({
          path,
          status: expect.any(Number),
        });
    });
  }
});
