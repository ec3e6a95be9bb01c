import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface Schema {
  $ref?: string;
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  nullable?: boolean;
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
  oneOf?: Schema[];
  default?: unknown;
}

export interface Response {
  $ref?: string;
  description?: string;
  headers?: Record<string, { description?: string }>;
  content?: Record<string, { schema: Schema }>;
}

export interface Operation {
  operationId: string;
  method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** without the prefix, for example /documents/{id} */
  path: string;
  /** the schema of its JSON body */
  body?: Schema;
  /** whether guests may use it */
  isPublic: boolean;
  described: Described;
}

interface Described {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: { name: string; in: string; schema: Schema }[];
  security?: object[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Response>;
}

const document = parse(readFileSync(new URL('../../../openapi.yaml', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
};

/** Resolves a reference to a response. */
export const resolveResponse = (response: Response): Response =>
  response.$ref
    ? (document.components.responses[response.$ref.replace('#/components/responses/', '')] ?? {})
    : response;

/** Resolves a reference to a schema. */
export function resolveSchema(schema: Schema): Schema {
  const { $ref } = schema.allOf?.[0] ?? schema;
  return $ref ? (document.components.schemas[$ref.replace('#/components/schemas/', '')] ?? {}) : schema;
}

/** All operations of the committed OpenAPI document. */
export const operations: Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => {
    const { operationId, requestBody } = described;
    const schema = requestBody?.content['application/json']?.schema;
    return {
      operationId,
      described,
      method: method.toUpperCase() as Operation['method'],
      path: path.replace(/^\/api(?=\/)/, ''),
      isPublic: !!described.security?.some((ways) => Object.keys(ways).length === 0),
      ...(schema && { body: resolveSchema(schema) }),
    };
  }),
);

/** Operations that take a form, with the schema of its fields. */
export const formOperations = operations.flatMap((operation) => {
  const schema = operation.described.requestBody?.content['multipart/form-data']?.schema;
  return schema ? [{ ...operation, form: resolveSchema(schema) }] : [];
});
