import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiResponse } from '@nestjs/swagger';
import { ProblemResponses } from '../errors/problem.dto.js';

const bytes = { '*/*': { schema: { type: 'string', format: 'binary' } } };

/**
 * Documents a route that sends a file with FileSender: whole, as one range, or not at all to a client that has it.
 * @param missing when the route responds with 404
 */
export const FileResponses = (missing: string) =>
  applyDecorators(
    ApiHeader({ name: 'Range', required: false, description: 'one byte range, such as bytes=0-1023' }),
    ApiOkResponse({ description: 'The whole file', content: bytes }),
    ApiResponse({ status: 206, description: 'The requested range', content: bytes }),
    ApiResponse({ status: 304, description: 'The copy named by If-None-Match is current' }),
    ProblemResponses({ 404: missing, 416: 'The requested range lies outside the file' }),
  );
