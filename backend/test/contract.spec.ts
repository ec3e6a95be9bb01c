import { describe, expect, test } from '@jest/globals';
import { operations, resolveSchema, type Response, resolveResponse, type Schema } from './support/openapi.js';

/**
 * Leaves of a schema without an example, unless a format, an enum or a simple type explains them.
 */
function withoutExample(schema: Schema, path: string, seen: Schema[] = []): string[] {
  const known = { ...resolveSchema(schema), ...schema };
  if (seen.includes(resolveSchema(schema)) || known.example !== undefined || known.default !== undefined || known.enum)
    return [];
  if (known.type === 'boolean' || known.type === 'number' || known.type === 'integer') return [];
  if (known.format) return [];
  const inside = [...seen, resolveSchema(schema)];
  if (schema.oneOf) return schema.oneOf.flatMap((part) => withoutExample(part, path, inside));
  if (schema.allOf) return schema.allOf.flatMap((part) => withoutExample(part, path, inside));
  if (known.type === 'array') return withoutExample(known.items ?? {}, `${path}[]`, inside);
  if (known.properties)
    return Object.entries(known.properties).flatMap(([name, property]) =>
      withoutExample(property, `${path}.${name}`, inside),
    );
  return [path];
}

/**
 * Schemas of JSON and forms; pages, files and streams need no examples. Named schemas by their name, so that a field
 * of several operations is reported once.
 */
const schemasIn = (content: Record<string, { schema: Schema }> | undefined, otherwise: string) =>
  Object.entries(content ?? {})
    .filter(([type]) => /json|form-data/.test(type))
    .map(([, { schema }]) => ({
      schema,
      name: (schema.$ref ?? schema.items?.$ref ?? otherwise).replace('#/components/schemas/', ''),
    }));

const typesOf = (response: Response): string[] => Object.keys(resolveResponse(response).content ?? {});

/** The first words of summaries; a new one is added here. */
const verbs = (
  'Add Approve Bookmark Cancel Change Check Comment Compare Count Create Delete End Erase Exchange Export ' +
  'Finish Get Import List Mark Merge Open Process Redeem Register Release Rename Replace Reply Report Request ' +
  'Reset Restore Review Revoke Search Send Set Show Sign Split Start Stop Stream Submit Take Turn Unlink Update ' +
  'Upload Verify Watch Withdraw'
).split(' ');

test('no two operations have the same summary', () => {
  const summaries = operations.map(({ described }) => described.summary);
  expect(summaries.filter((summary, i) => summaries.indexOf(summary) < i)).toEqual([]);
});

test('page and limit are integers with bounds and a default', () => {
  const parameters = operations.flatMap(({ described }) => described.parameters ?? []);
  const paging = parameters.filter(({ name }) => name === 'page' || name === 'limit');
  expect(paging.length).toBeGreaterThan(0);
  for (const { name, schema } of paging)
    expect(schema).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: name === 'page' ? 1_000_000 : 200,
      default: name === 'page' ? 1 : 50,
    });
});

describe.each(operations)('$operationId', ({ operationId, path, method, described }) => {
  const { summary = '', description, responses, requestBody, security } = described;
  const documented = Object.keys(responses).map(Number);

  test('has a summary that begins with a verb', () => {
    expect(summary).toMatch(/^[A-Z].{5,109}[^.]$/);
    expect(verbs).toContain(summary.split(' ')[0]);
  });

  test('has a description in full sentences, or none', () => {
    if (description !== undefined) expect(description).toMatch(/^[A-Z].*\.$/);
  });

  test('names the permission that it requires', () => {
    const refusal = responses['403'] && resolveResponse(responses['403']).description;
    const permission = /does not hold ([a-z_.]+);/.exec(refusal ?? '')?.[1];
    // Operations without one are public, for signed-in users, or decided by a policy.
    expect(description ?? '').toContain(permission ?? '');
  });

  test('describes each response and header in words of its own', () => {
    for (const [status, response] of Object.entries(responses)) {
      const { description: text = '', headers = {} } = resolveResponse(response);
      expect({ status, text }).toEqual({ status, text: expect.stringMatching(/^([A-Z]|`\w+`).+[^.]$/) });
      for (const header of Object.values(headers)) expect(header.description).toMatch(/\w+/);
    }
  });

  test('names the errors of every operation of its kind', () => {
    expect(documented).toContain(503);
    expect(documented).toContain(400);
    if (method !== 'GET') expect(documented).toEqual(expect.arrayContaining([400, 403, 413, 415, 429]));
    // An empty security requirement allows guests.
    const requiresSession = security?.every((option) => Object.keys(option).length > 0);
    expect(requiresSession).toBeDefined();
    if (requiresSession) expect(documented).toContain(401);
    if (path.includes('{')) expect(documented).toContain(404);
  });

  test('describes errors as problems, and no success as one', () => {
    // Only operations with HTML responses may have HTML errors, besides problems.
    const hasPages = Object.entries(responses).some(
      ([status, response]) => Number(status) < 300 && typesOf(response).includes('text/html'),
    );
    for (const [status, response] of Object.entries(responses)) {
      const types = typesOf(response);
      const errors =
        hasPages && status === '400' ? ['application/problem+json', 'text/html'] : ['application/problem+json'];
      if (Number(status) >= 400) expect({ status, types }).toEqual({ status, types: errors });
      else expect(types).not.toContain('application/problem+json');
    }
    // Operations for browsers may redirect.
    expect(documented.some((status) => status < 400)).toBe(true);
  });

  test('has examples of its requests and responses', () => {
    const successful = Object.entries(responses).flatMap(([status, response]) =>
      Number(status) < 300 ? schemasIn(resolveResponse(response).content, `${operationId} response`) : [],
    );
    const missing = [...schemasIn(requestBody?.content, `${operationId} body`), ...successful].flatMap(
      ({ schema, name }) => withoutExample(schema, name),
    );
    expect(missing).toEqual([]);
  });
});
