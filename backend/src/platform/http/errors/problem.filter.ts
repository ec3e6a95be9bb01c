import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { REQUEST_ABORTED } from './domain-error.js';
import { describe, toProblem } from './problem.js';
import { getRequestPath } from '../../logging/logger.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** whether `npm start` runs the database, on the volume of DATA_DIR */
    isDatabaseEmbedded: boolean;
  }
  interface FastifyRequest {
    /** whether its client broke it off before it was complete */
    isAborted?: boolean;
  }
}

/** The one place where an error becomes an answer. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    sendProblem(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}

/** What people send wrongly is their affair; what we do wrongly must be seen. */
const levelOf = (status: number) => (status === 500 ? 'error' : status > 500 ? 'warn' : 'debug');

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const told = describe(error, { isDatabaseEmbedded: request.server.isDatabaseEmbedded });
  if (told.code === REQUEST_ABORTED) {
    // One line and no stack: nothing went wrong on our side, and the request will not be completed.
    request.isAborted = true;
    request.log.debug({ method: request.method, path: getRequestPath(request) }, 'request aborted by its client');
  } else request.log[levelOf(told.status)]({ err: error }, told.code);
  if (reply.sent) return;
  // Fastify closes the connection after a refused body. A client that is still sending would meet a broken connection and never
  // read the answer; what it sends is read off instead, see discard().
  if (!request.raw.complete) void reply.removeHeader('connection');
  const retryAfter = told.details?.retry_after;
  if (retryAfter) void reply.header('Retry-After', String(retryAfter));
  void reply
    .code(told.status)
    .header('Cache-Control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(toProblem(told, request.id)));
}
