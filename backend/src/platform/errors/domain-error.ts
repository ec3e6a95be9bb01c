import { type Localized, sourceTexts, type Texts } from '../language/texts.js';
import type { Problem } from './problem.dto.js';

/** An invalid field of a request, with the sentence shown beside it. */
export interface FieldError {
  field: string;
  message: Localized;
}

/** Additional members of the problem document: only those that the API describes. retry_after also becomes a header. */
export interface ErrorDetails extends Omit<ProblemDetails, 'errors'> {
  errors?: FieldError[];
}

export type ProblemDetails = Partial<Omit<Problem, 'type' | 'title' | 'status' | 'detail' | 'code' | 'request_id'>>;

/** Names of what a request can be about, as they begin a sentence. */
export type Thing = keyof Texts['things'];

/**
 * An error that the client may see: an HTTP status, a stable code and a sentence. The filter turns it into
 * problem+json in the language of the request; logs have the English sentence.
 */
export class DomainError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: Localized,
    readonly details: ErrorDetails = {},
  ) {
    super(detail(sourceTexts));
  }
}

export const invalid = (errors: FieldError[], code = 'validation_failed') =>
  new DomainError(400, code, (texts) => errors.map(({ message }) => message(texts)).join(' '), { errors });
export const unauthorized = (detail: Localized = (texts) => texts.errors.notSignedIn, code = 'not_signed_in') =>
  new DomainError(401, code, detail);
/** What guests of a private hub get, whether or not there is what they asked for. */
export const signInRequired = () => unauthorized(undefined, 'sign_in_required');
export const forbidden = (detail: Localized, code = 'forbidden', details: ErrorDetails = {}) =>
  new DomainError(403, code, detail, details);
export const notFound = (what: Thing = 'page') =>
  new DomainError(404, 'not_found', (texts) => texts.errors.notFound(texts.things[what]));
export const conflict = (code: string, detail: Localized, details: ErrorDetails = {}) =>
  new DomainError(409, code, detail, details);
export const tooManyRequests = (detail: Localized, retryAfter: number) =>
  new DomainError(429, 'too_many_requests', detail, { retry_after: retryAfter });
/** @param retryAfter in seconds */
export const busy = (detail: Localized, retryAfter = 10) =>
  new DomainError(503, 'busy', detail, { retry_after: retryAfter });

/** The code of requests that the client aborted. */
export const REQUEST_ABORTED = 'request_aborted';
export const requestAborted = () => new DomainError(400, REQUEST_ABORTED, (texts) => texts.errors.requestAborted);
