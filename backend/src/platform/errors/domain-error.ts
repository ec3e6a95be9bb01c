import type { Problem } from './problem.dto.js';

/** An invalid field of a request, with the sentence shown beside it. */
export interface FieldError {
  field: string;
  message: string;
}

/** Additional members of the problem document: only those that the API describes. retry_after also becomes a header. */
export type ErrorDetails = Partial<Omit<Problem, 'type' | 'title' | 'status' | 'detail' | 'code' | 'request_id'>>;

/**
 * An error that the client may see: an HTTP status, a stable code and a sentence. The filter turns it into
 * problem+json.
 */
export class DomainError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly details: ErrorDetails = {},
  ) {
    super(detail);
  }
}

export const invalid = (errors: FieldError[], code = 'validation_failed') =>
  new DomainError(400, code, errors.map((error) => error.message).join(' '), { errors });
export const unauthorized = (detail = 'Please sign in.', code = 'not_signed_in') => new DomainError(401, code, detail);
export const forbidden = (detail: string, code = 'forbidden', details: ErrorDetails = {}) =>
  new DomainError(403, code, detail, details);
export const notFound = (what = 'This page') =>
  new DomainError(404, 'not_found', `${what} does not exist or is not visible to you.`);
export const conflict = (code: string, detail: string, details: ErrorDetails = {}) =>
  new DomainError(409, code, detail, details);
export const tooManyRequests = (detail: string, retryAfter: number) =>
  new DomainError(429, 'too_many_requests', detail, { retry_after: retryAfter });
/** @param retryAfter in seconds */
export const busy = (detail: string, retryAfter = 10) =>
  new DomainError(503, 'busy', detail, { retry_after: retryAfter });

/** The code of requests that the client aborted. */
export const REQUEST_ABORTED = 'request_aborted';
export const requestAborted = () => new DomainError(400, REQUEST_ABORTED, 'The request ended before it was complete.');
