import type { OpenAPIObject } from '@nestjs/swagger';

type Schema = Record<string, unknown>;

interface Operation {
  security?: Record<string, string[]>[];
  responses: Record<string, { description?: string }>;
}

const successDescriptions: Record<string, string> = {
  200: 'The request succeeded.',
  201: 'It was created.',
  202: 'It was accepted.',
};

/**
 * Brings the generated document into the form that linters and generators of clients expect: plain references, nullable schemas with a
 * type, descriptions of responses, and security of operations that guests may call too.
 */
export function normalizeDocument(document: OpenAPIObject): void {
  const schemas = document.components?.schemas as Record<string, Schema> | undefined;
  visitSchemas(document, (schema) => {
    const reference = referenceOf(schema);
    if (!reference) return;
    if (Object.keys(schema).length === 1) {
      delete schema['allOf'];
      schema['$ref'] = reference;
    } else if (schema['nullable'] && !schema['type']) {
      // OpenAPI 3.0 takes `nullable` only beside a type, and an enum only with null among its values.
      const target = schemas?.[reference.split('/').at(-1) ?? ''];
      if (!Array.isArray(target?.['enum'])) schema['type'] = 'object';
      else {
        delete schema['allOf'];
        Object.assign(schema, target, { enum: [...(target['enum'] as unknown[]), null] });
      }
    }
  });
  for (const methods of Object.values(document.paths)) {
    for (const operation of Object.values(methods as Record<string, Operation>)) {
      // Guests may call it; a signed-in caller may see more.
      operation.security ??= [{}, { bearer: [] }];
      for (const [status, response] of Object.entries(operation.responses))
        if (response.description === '') response.description = successDescriptions[status] ?? `Status ${status}`;
    }
  }
}

/** @returns the only element of an `allOf`, where it is a reference */
function referenceOf({ allOf }: Schema): string | undefined {
  if (!Array.isArray(allOf) || allOf.length !== 1) return undefined;
  return (allOf[0] as { $ref?: string }).$ref;
}

function visitSchemas(node: unknown, visit: (schema: Schema) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) visit(node as Schema);
  for (const child of Object.values(node)) visitSchemas(child, visit);
}
