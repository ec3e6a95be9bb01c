import type { OpenAPIObject } from '@nestjs/swagger';
import { problemResponse, type ProblemStatus } from './problem.dto.js';

interface Operation {
  requestBody?: object;
  responses: Record<string, object>;
}

/**
 * Adds to every operation the errors that any request of its kind can meet, so that no controller has to name them, and
 * writes what is said in the same words everywhere down once.
 */
export function documentCommonErrors(document: OpenAPIObject): void {
  const shared = new Map<string, object>();
  for (const methods of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries(methods as Record<string, Operation>)) {
      for (const status of commonTo(method, operation)) operation.responses[status] ??= problemResponse(status);
      for (const [status, response] of Object.entries(operation.responses)) {
        const usual = problemResponse(Number(status) as ProblemStatus);
        if (JSON.stringify(response) !== JSON.stringify(usual)) continue;
        shared.set(`Problem${status}`, usual);
        operation.responses[status] = { $ref: `#/components/responses/Problem${status}` };
      }
    }
  }
  document.components = { ...document.components, responses: Object.fromEntries([...shared].sort()) } as NonNullable<OpenAPIObject['components']>;
}

/** Bodies may be unreadable, writes may come from a foreign site (403) or be too many (429), and the database may be away. */
function commonTo(method: string, { requestBody }: Operation): ProblemStatus[] {
  return [...(requestBody ? ([400, 413, 415] as const) : []), ...(method === 'get' ? [] : ([403, 429] as const)), 503];
}
