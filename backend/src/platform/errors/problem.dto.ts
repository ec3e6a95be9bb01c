import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiResponse } from '@nestjs/swagger';

class ProblemFieldError {
  @ApiProperty({ description: 'name of the field in the request', example: 'title' }) field!: string;
  @ApiProperty({ description: 'a sentence to show beside the field', example: 'The title is required.' })
  message!: string;
}

class ProblemUser {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Ada Lovelace' }) name!: string;
}

/** The body of every error (RFC 9457), media type application/problem+json. */
export class Problem {
  @ApiProperty({ description: 'always about:blank; see code', example: 'about:blank' }) type!: string;
  @ApiProperty({ description: 'name of the HTTP status', example: 'Bad Request' }) title!: string;
  @ApiProperty({ description: 'the HTTP status', example: 400 }) status!: number;
  @ApiProperty({
    description: 'a sentence to show to the user, in the language of Accept-Language; English by default',
    example: 'The title is required.',
  })
  detail!: string;
  @ApiProperty({ description: 'stable identifier of the error for programs', example: 'validation_failed' })
  code!: string;
  @ApiProperty({
    description: 'the same as in the X-Request-Id header',
    example: '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f',
  })
  request_id!: string;
  @ApiPropertyOptional({ type: [ProblemFieldError], description: 'every field that fails validation' })
  errors?: ProblemFieldError[];
  @ApiPropertyOptional({ type: String, nullable: true, description: "with permission_missing: the requester's role" })
  role?: string | null;
  @ApiPropertyOptional({ type: [String], description: 'with permission_missing: the roles that hold the permission' })
  required_roles?: string[];
  @ApiPropertyOptional({ description: 'with insufficient_scope: the missing scope of the API token', example: 'write' })
  required_scope?: string;
  @ApiPropertyOptional({ description: 'with slug_taken: a free slug' }) suggestion?: string;
  @ApiPropertyOptional({ description: 'with stale_version: the current version' }) current_version?: number;
  @ApiPropertyOptional({ description: 'with stale_version: who saved the current version', type: ProblemUser })
  saved_by?: ProblemUser;
  @ApiPropertyOptional({ description: 'with category_in_use: its documents' }) documents?: number;
  @ApiPropertyOptional({ description: 'with category_in_use: its videos' }) videos?: number;
  @ApiPropertyOptional({ description: 'with category_in_use: its threads that lists show, counted up to a limit' })
  threads?: number;
  @ApiPropertyOptional({ description: 'with category_in_use: its hidden threads, counted up to a limit' })
  hidden_threads?: number;
  @ApiPropertyOptional({ description: 'with category_in_use: its direct subcategories' }) subcategories?: number;
  @ApiPropertyOptional({ description: 'with too_large: the limit of a file in bytes' }) max_bytes?: number;
  @ApiPropertyOptional({ description: 'with assigned: the user who works on the item', format: 'uuid' })
  assignee_id?: string;
  @ApiPropertyOptional({ description: 'with 429 and 503: seconds to wait' }) retry_after?: number;
}

const meanings = {
  400: 'Fields that fail validation, all of them listed in errors, or a request that cannot be parsed',
  401: 'No session, or the session or API token has ended',
  403: 'The requester or the API token may not do this, or the request came from another site',
  404: 'No such object, or the requester may not see it',
  408: 'The request body arrived too slowly',
  409: 'The request conflicts with the stored state',
  412: 'The request does not meet a condition of the protocol',
  413: 'The request body is too large',
  415: 'The media type of the request is not accepted',
  416: 'The requested range lies outside the content',
  429: 'Too many requests; retry after Retry-After seconds',
  503: 'Temporarily unavailable; retry after Retry-After seconds',
  507: 'The storage is full',
};

export type ProblemStatus = keyof typeof meanings;

/** An error as an OpenAPI response; by default with the usual meaning of its status. */
export const problemResponse = (status: ProblemStatus, description: string = meanings[status]) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/**
 * Documents the errors of an endpoint: a status with its usual meaning, or an object of descriptions by status. The
 * access decorator adds 401 and 403, and addSharedErrorResponses the errors that every request of a kind can meet.
 */
export const ProblemResponses = (...problems: (ProblemStatus | Partial<Record<ProblemStatus, string>>)[]) =>
  applyDecorators(
    ...problems.flatMap((problem) =>
      typeof problem === 'number'
        ? [ApiResponse({ status: problem, ...problemResponse(problem) })]
        : Object.entries(problem).map(([key, description]) => {
            const status = Number(key) as ProblemStatus;
            return ApiResponse({ status, ...problemResponse(status, description) });
          }),
    ),
  );
