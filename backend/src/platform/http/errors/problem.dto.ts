import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiResponse } from '@nestjs/swagger';

class ProblemFieldError {
  @ApiProperty({ example: 'title' }) field!: string;
  @ApiProperty({ example: 'The title is required.' }) message!: string;
}

/** The body of every error (RFC 9457), media type application/problem+json. */
export class Problem {
  @ApiProperty({ example: 'about:blank' }) type!: string;
  @ApiProperty({ example: 'Bad Request' }) title!: string;
  @ApiProperty({ example: 400 }) status!: number;
  @ApiProperty({ description: 'a sentence for people', example: 'The title is required.' }) detail!: string;
  @ApiProperty({ description: 'a stable word for programs', example: 'validation_failed' }) code!: string;
  @ApiProperty({
    description: 'the same as in the X-Request-Id header',
    example: '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f',
  })
  request_id!: string;
  @ApiPropertyOptional({ type: [ProblemFieldError], description: 'all fields that are wrong' })
  errors?: ProblemFieldError[];
  @ApiPropertyOptional({ type: String, nullable: true, description: "with 403: the person's role" }) role?:
    string | null;
  @ApiPropertyOptional({ type: [String], description: 'with 403: roles that may' }) required_roles?: string[];
  @ApiPropertyOptional({ description: 'with slug_taken: a slug that is free' }) suggestion?: string;
  @ApiPropertyOptional({ description: 'with stale_version: the version stored now' }) current_version?: number;
  @ApiPropertyOptional({ description: 'with 429 and 503: seconds to wait' }) retry_after?: number;
}

const meanings = {
  400: 'fields that are wrong, all at once in errors, or a request that cannot be read',
  401: 'no session, or an ended one',
  403: 'not allowed for this person',
  404: 'missing, or not visible to this person',
  408: 'arrived too slowly',
  409: 'in conflict with what is stored',
  413: 'too large',
  415: 'media type not accepted',
  416: 'the range asked for lies outside the content',
  429: 'too many; wait Retry-After seconds',
  503: 'not available for a moment; try again after Retry-After seconds',
  507: 'no storage space left',
};

export type ProblemStatus = keyof typeof meanings;

/** An error as an OpenAPI response; with the usual meaning where nothing special is said. */
export const problemResponse = (status: ProblemStatus, description: string = meanings[status]) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/**
 * Documents the errors of an endpoint beyond those that are the same everywhere: its access decorator names 401 and 403,
 * and what every request of a kind can meet is added to the whole document, see documentCommonErrors.
 */
export const ProblemResponses = (...statuses: ProblemStatus[]) =>
  applyDecorators(...statuses.map((status) => ApiResponse({ status, ...problemResponse(status) })));
