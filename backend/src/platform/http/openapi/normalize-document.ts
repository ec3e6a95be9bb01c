import type { OpenAPIObject } from '@nestjs/swagger';
import { problemResponse, type ProblemStatus } from '../../errors/problem.dto.js';
import { PERMISSION_EXTENSION, SESSION_EXTENSION } from '../../access/decorators.js';

type Schema = Record<string, unknown>;

/**
 * Brings the generated document into the form that linters and client generators expect: plain references and nullable
 * schemas with a type.
 */
export function normalizeDocument(document: OpenAPIObject): void {
  const schemas = document.components?.schemas as Record<string, Schema> | undefined;
  visitSchemas(document, (schema) => {
    const reference = findReference(schema);
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
}

/** @returns the only element of an `allOf`, where it is a reference */
function findReference({ allOf }: Schema): string | undefined {
  if (!Array.isArray(allOf) || allOf.length !== 1) return undefined;
  return (allOf[0] as { $ref?: string }).$ref;
}

function visitSchemas(node: unknown, visit: (schema: Schema) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) visit(node as Schema);
  for (const child of Object.values(node)) visitSchemas(child, visit);
}

interface Operation {
  responses: Record<string, object>;
}

/**
 * Adds to every operation the errors that any request of its kind can meet, so that no controller has to list them, and
 * replaces responses with the usual meaning of their status by references to shared ones.
 */
export function addSharedErrorResponses(document: OpenAPIObject): void {
  const shared = new Map<string, object>();
  for (const methods of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries(methods as Record<string, Operation>)) {
      for (const status of listCommonStatuses(method)) operation.responses[status] ??= problemResponse(status);
      for (const [status, response] of Object.entries(operation.responses)) {
        const usual = problemResponse(Number(status) as ProblemStatus);
        if (JSON.stringify(response) !== JSON.stringify(usual)) continue;
        shared.set(`Problem${status}`, usual);
        operation.responses[status] = { $ref: `#/components/responses/Problem${status}` };
      }
    }
  }
  document.components = { ...document.components, responses: Object.fromEntries([...shared].sort()) } as NonNullable<
    OpenAPIObject['components']
  >;
}

/**
 * Any request may be malformed (400), have an API token that has ended (401) or does not allow it (403), or meet an
 * unavailable database (503). The content coding of a body is refused without reading it (415). Any write may also have
 * a body that arrives too slowly (408), come from a foreign site (403), exceed a rate limit (429) or meet a full disk
 * (507).
 */
const listCommonStatuses = (method: string): ProblemStatus[] =>
  method === 'get' ? [400, 401, 403, 415, 503] : [400, 401, 403, 408, 413, 415, 429, 503, 507];

/** How to use API tokens. A test runs the commands as they are here. */
export const API_TOKEN_GUIDE = `An API token, which a user creates in their profile. It acts as the user, within its
scopes: \`read\` allows GET, HEAD and \`POST /search\`, \`write\` everything else. A token without the scope that a
request needs gets a 403 with the code \`insufficient_scope\`, an operation that is for sessions only
\`session_required\`, and a token that is revoked or expired a 401 with the code \`invalid_api_token\`.

Set \`HUB_API\` to the address of the API, such as \`https://hub.example.org/api\`, and \`HUB_TOKEN\` to a token with
both scopes:

\`\`\`sh
curl --fail-with-body -H "Authorization: Bearer $HUB_TOKEN" "$HUB_API/documents?limit=3"

curl --fail-with-body -H "Authorization: Bearer $HUB_TOKEN" -H 'Content-Type: application/json' \\
  -d '{"title": "Written by a program", "content": "Hello from curl."}' "$HUB_API/documents"
\`\`\`
`;

interface Operation {
  security?: Record<string, string[]>[];
  [SESSION_EXTENSION]?: boolean;
  [PERMISSION_EXTENSION]?: string;
}

/**
 * Documents how operations authenticate: by a session, by an API token where it is enough, and not at all where guests
 * may call them.
 * @param requiresSession whether writes under the permission need a session
 */
export function documentSecurity(document: OpenAPIObject, requiresSession: (permission: string) => boolean): void {
  for (const methods of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries(methods as Record<string, Operation>)) {
      const permission = operation[PERMISSION_EXTENSION];
      const isForSessions =
        operation[SESSION_EXTENSION] || (method !== 'get' && permission !== undefined && requiresSession(permission));
      // Guests may call operations without a requirement; a signed-in requester may see more.
      operation.security ??= [{}, { bearer: [] }];
      if (!isForSessions) operation.security.push({ apiToken: [] });
      delete operation[SESSION_EXTENSION];
      delete operation[PERMISSION_EXTENSION];
    }
  }
}
