import type { OpenAPIObject } from '@nestjs/swagger';
import { problemResponse, type ProblemStatus } from '../errors/problem.dto.js';

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

/**
 * Any request may be malformed (400) or meet an unavailable database (503). Any write may also have a body that arrives
 * too slowly (408), come from a foreign site (403), exceed a rate limit (429) or meet a full disk (507).
 */
const commonTo = (method: string): ProblemStatus[] =>
  method === 'get' ? [400, 503] : [400, 403, 408, 413, 415, 429, 503, 507];
