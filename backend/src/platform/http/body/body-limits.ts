import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';

/** Bytes of a JSON body on routes that take no long text. */
export const SMALL_BODY = 64 * 1024;
/** Bytes of a JSON body on any route. */
const LARGEST_BODY = 3 * 1024 ** 2;
/** JSON may write each UTF-16 code unit as \u0000. */
const BYTES_PER_CHARACTER = 6;
/** An id with its quotes, a comma and a space, in a list of ids. */
const BYTES_PER_ID = 40;

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  maxLength?: number;
  /** byte: base64, which JSON never escapes */
  format?: string;
  items?: Schema;
  maxItems?: number;
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

/**
 * Bytes that a JSON body of this schema may need at most: texts and lists of ids within the bounds for all routes, and
 * base64.
 */
export function bodyLimit(schema: Schema, named: Record<string, Schema>): number {
  const texts = sumOf(schema, named, countText) + sumOf(schema, named, countIds);
  return Math.min(LARGEST_BODY, SMALL_BODY + texts) + sumOf(schema, named, countBase64);
}

const countText = ({ format, maxLength = 0 }: Schema) => (format === 'byte' ? 0 : maxLength * BYTES_PER_CHARACTER);
const countIds = ({ items, maxItems = 0 }: Schema) => (items?.format === 'uuid' ? maxItems * BYTES_PER_ID : 0);
const countBase64 = ({ format, maxLength = 0 }: Schema) => (format === 'byte' ? maxLength : 0);

function sumOf(schema: Schema, named: Record<string, Schema>, count: (schema: Schema) => number): number {
  const { $ref, allOf = [], properties = {} } = schema;
  const parts = [...allOf, ...Object.values(properties)];
  const referred = $ref && named[$ref.replace('#/components/schemas/', '')];
  if (referred) parts.push(referred);
  return parts.reduce((sum, part) => sum + sumOf(part, named, count), count(schema));
}

let last: Promise<void> = Promise.resolve();

/**
 * Large bodies are parsed and checked one per turn of the event loop, so that several that arrive at once do not add up
 * to one long block.
 */
export const waitForTurn = (bytes: number): Promise<void> =>
  bytes > SMALL_BODY ? (last = last.then(() => nextTurn())) : Promise.resolve();
