import { setImmediate as nextTurn } from 'node:timers/promises';
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
  /** byte: base64, which JSON never escapes */
  format?: string;
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

/** Bytes that a JSON body of this schema may need at most: texts within the bounds for all routes, and base64. */
export function bodyLimit(schema: Schema, named: Record<string, Schema>): number {
  const texts = textLength(schema, named, ({ format }) => format !== 'byte') * BYTES_PER_CHARACTER;
  return Math.min(LARGEST_BODY, SMALL_BODY + texts) + textLength(schema, named, ({ format }) => format === 'byte');
}

/** @param counts whether the length of a text is included */
function textLength(schema: Schema, named: Record<string, Schema>, counts: (schema: Schema) => boolean): number {
  const { $ref, allOf = [], properties = {}, maxLength = 0 } = schema;
  const parts = [...allOf, ...Object.values(properties)];
  const referred = $ref && named[$ref.replace('#/components/schemas/', '')];
  if (referred) parts.push(referred);
  return parts.reduce((sum, part) => sum + textLength(part, named, counts), counts(schema) ? maxLength : 0);
}

let last: Promise<void> = Promise.resolve();

/**
 * Large bodies are parsed and checked one per turn of the event loop, so that several that arrive at once do not add up
 * to one long block.
 */
export const waitForTurn = (bytes: number): Promise<void> =>
  bytes > SMALL_BODY ? (last = last.then(() => nextTurn())) : Promise.resolve();
