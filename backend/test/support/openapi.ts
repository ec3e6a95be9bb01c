import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface Schema {
  $ref?: string;
  type?: 'string' | 'number' | 'boolean' | 'array' | 'object';
  format?: string;
  enum?: string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  items?: Schema;
  example?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  allOf?: Schema[];
}

export interface Operation {
  operationId: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** without the prefix, for example /documents/{id} */
  path: string;
  /** the schema of its JSON body */
  body?: Schema;
}

interface Described {
  operationId: string;
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const document = parse(readFileSync(new URL('../../../openapi.yaml', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
};

/** The schema a reference means. */
export function resolved(schema: Schema): Schema {
  const { $ref } = schema.allOf?.[0] ?? schema;
  return $ref ? (document.components.schemas[$ref.replace('#/components/schemas/', '')] ?? {}) : schema;
}

/** Every operation of the committed contract. */
export const operations: Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, requestBody }]) => {
    const schema = requestBody?.content['application/json']?.schema;
    return { operationId, method: method.toUpperCase() as Operation['method'], path: path.replace(/^\/api(?=\/)/, ''), ...(schema && { body: resolved(schema) }) };
  }),
);
