import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';

/*
 * Answers are serialised by the schemas of the OpenAPI document: faster than JSON.stringify, and a field that is not
 * declared never leaves the server.
 */

type Json = { [key: string]: unknown };

interface Operation {
  responses: Record<string, { content?: Record<string, { schema?: Json }> }>;
}

/** To be called before the routes are registered. */
export function useResponseSchemas(fastify: FastifyInstance, document: OpenAPIObject): void {
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    fastify.addSchema({ $id: name, ...(toFastify(schema) as Json) });
  }
  fastify.addHook('onRoute', (route) => {
    const path = route.url.replace(/:(\w+)/g, '{$1}');
    for (const method of [route.method].flat()) {
      const operation = (document.paths[path] as Record<string, Operation | undefined> | undefined)?.[method.toLowerCase()];
      const response = operation && successSchemas(operation);
      if (response) route.schema = { ...route.schema, response };
    }
  });
}

function successSchemas({ responses }: Operation): Record<string, unknown> | undefined {
  const entries = Object.entries(responses)
    .filter(([status, { content }]) => status.startsWith('2') && content?.['application/json']?.schema)
    .map(([status, { content }]) => [status, toFastify(content?.['application/json']?.schema)]);
  return entries.length ? (Object.fromEntries(entries) as Record<string, unknown>) : undefined;
}

/** OpenAPI 3.0 to JSON schema as fast-json-stringify reads it. */
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
