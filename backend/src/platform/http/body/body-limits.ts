import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';

/** Bytes of a JSON body on routes that take no long text. */
export const SMALL_BODY = 64 * 1024;
/** Bytes of a JSON body on any route. */
const LARGEST_BODY = 3 * 1024 ** 2;
/** JSON may write each UTF-16 code unit as \u0000. */
const BYTES_PER_CHARACTER = 6;

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  maxLength?: number;
}

interface Operation {
  requestBody?: { content?: Record<string, { schema?: Schema }> };
}

/** Sets a body limit that fits on each route that takes long texts. To be called before routes are registered. */
export function setBodyLimits(fastify: FastifyInstance, document: OpenAPIObject): void {
  const named = (document.components?.schemas ?? {}) as Record<string, Schema>;
  fastify.addHook('onRoute', (route) => {
    const path = route.url.replace(/:(\w+)/g, '{$1}');
    const limits = [route.method].flat().map((method) => {
      const operation = (document.paths[path] as Record<string, Operation | undefined> | undefined)?.[
        method.toLowerCase()
      ];
      const schema = operation?.requestBody?.content?.['application/json']?.schema;
      return schema ? bodyLimit(schema, named) : SMALL_BODY;
    });
    route.bodyLimit ??= Math.max(...limits);
  });
}

/** Bytes that a JSON body of this schema may need at most, within the bounds for all routes. */
export function bodyLimit(schema: Schema, named: Record<string, Schema>): number {
  return Math.min(LARGEST_BODY, SMALL_BODY + textLength(schema, named) * BYTES_PER_CHARACTER);
}

function textLength(
  { $ref, allOf = [], properties = {}, maxLength = 0 }: Schema,
  named: Record<string, Schema>,
): number {
  const parts = [...allOf, ...Object.values(properties)];
  const referred = $ref && named[$ref.replace('#/components/schemas/', '')];
  if (referred) parts.push(referred);
  return parts.reduce((sum, part) => sum + textLength(part, named), maxLength);
}
