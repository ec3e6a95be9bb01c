import type { OpenAPIObject } from '@nestjs/swagger';
import fastJson from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';

/*
 * Responses are serialised by the schemas of the OpenAPI document: faster than JSON.stringify, and undeclared fields
 * never leave the server.
 */

type Json = { [key: string]: unknown };

interface Operation {
  responses: Record<string, { content?: Record<string, { schema?: Json }> }>;
}

type Schema = Json & fastJson.ObjectSchema;
type Serialise = (value: unknown) => string;

/** Routes with the same response schema share a serialiser. */
const serialisers = new Map<string, Serialise>();

/** Call before the routes are registered. */
export function useResponseSchemas(fastify: FastifyInstance, document: OpenAPIObject): void {
  const components = Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => [
    name,
    toFastify(schema),
  ]);
  const named = Object.fromEntries(components) as Record<string, Schema>;
  // Fastify's own compiler compiles all named schemas for each route, which takes seconds for a hundred routes.
  fastify.setSerializerCompiler(({ schema }) => createSerialiser(schema as Schema, named));
  fastify.addHook('onRoute', (route) => {
    const path = route.url.replace(/:(\w+)/g, '{$1}');
    for (const method of [route.method].flat()) {
      const operation = (document.paths[path] as Record<string, Operation | undefined> | undefined)?.[
        method.toLowerCase()
      ];
      const response = operation && successSchemas(operation);
      if (response) route.schema = { ...route.schema, response };
    }
  });
}

function createSerialiser(schema: Schema, named: Record<string, Schema>): Serialise {
  const needed = withNeeded(schema, named);
  const key = JSON.stringify([schema, needed]);
  const known = serialisers.get(key);
  if (known) return known;
  const serialise: Serialise = fastJson(schema, { schema: needed });
  serialisers.set(key, serialise);
  return serialise;
}

/** The named schemas that this one refers to, directly or through others. */
function withNeeded(
  schema: Schema,
  named: Record<string, Schema>,
  found: Record<string, Schema> = {},
): Record<string, Schema> {
  for (const [, name = ''] of JSON.stringify(schema).matchAll(/"\$ref":"(\w+)#"/g)) {
    const other = named[name];
    if (!other || found[name]) continue;
    found[name] = other;
    withNeeded(other, named, found);
  }
  return found;
}

function successSchemas({ responses }: Operation): Record<string, unknown> | undefined {
  const entries = Object.entries(responses)
    .filter(([status, { content }]) => status.startsWith('2') && content?.['application/json']?.schema)
    .map(([status, { content }]) => [status, toFastify(content?.['application/json']?.schema)]);
  return entries.length ? (Object.fromEntries(entries) as Record<string, unknown>) : undefined;
}

/** Converts OpenAPI 3.0 to JSON schema for fast-json-stringify. */
function toFastify(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toFastify);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, example: _example, ...rest } = schema as Json;
  if (typeof rest['$ref'] === 'string') return { $ref: `${rest['$ref'].replace('#/components/schemas/', '')}#` };
  const converted: Json = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, toFastify(value)]));
  if (!nullable) return converted;
  const [inner] = (converted['allOf'] as unknown[] | undefined) ?? [];
  return inner ? { anyOf: [inner, { type: 'null' }] } : { ...converted, nullable: true };
}
