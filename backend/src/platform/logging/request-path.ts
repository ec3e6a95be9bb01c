import type { FastifyRequest } from 'fastify';

/** Path for the log, without the query string, which may hold search terms or one-time codes. */
export const pathOf = (request: FastifyRequest): string => request.originalUrl.replace(/[?#].*$/, '');
