import type { OpenAPIObject } from '@nestjs/swagger';
import { problemResponse, type ProblemStatus } from './problem.dto.js';

interface Operation {
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
      for (const status of commonTo(method)) operation.responses[status] ??= problemResponse(status);
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

/** Any write may carry a body that cannot be read, come from a foreign site (403) or be one too many (429); and the database may be away. */
const commonTo = (method: string): ProblemStatus[] => (method === 'get' ? [503] : [400, 403, 413, 415, 429, 503]);
