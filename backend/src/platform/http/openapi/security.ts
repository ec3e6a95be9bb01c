import type { OpenAPIObject } from '@nestjs/swagger';
import { PERMISSION_EXTENSION, SESSION_EXTENSION } from '../../access/decorators.js';

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
