import type { OpenAPIObject } from '@nestjs/swagger';

type Schema = Record<string, unknown>;

interface Operation {
  security?: Record<string, string[]>[];
}

/**
 * Brings the generated document into the form that linters and client generators expect: plain references, nullable
 * schemas with a type, and the security of operations that guests may call, too.
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
      // OpenAPI 3.0 allows `nullable` only beside a type, and requires null among the values of a nullable enum.
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
      // Guests may call it; a signed-in requester may see more.
      operation.security ??= [{}, { bearer: [] }];
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
