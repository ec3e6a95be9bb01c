import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { REQUEST_ABORTED } from './domain-error.js';
import { describe, type Problem, toProblem } from './problem.js';
import { getRequestPath } from '../logging/logger.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** whether `npm start` runs the database, on the volume of DATA_DIR */
    isDatabaseEmbedded: boolean;
  }
  interface FastifyRequest {
    /** whether the client aborted it before it was complete */
    isAborted?: boolean;
  }
}

/** Turns every error into a problem response. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    sendProblem(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}

/** Client errors are expected; server errors need attention. */
const levelOf = (status: number) => (status === 500 ? 'error' : status > 500 ? 'warn' : 'debug');

/** Logs the error as its status demands. @returns what the client may know of it */
export function reportProblem(error: unknown, request: FastifyRequest): Problem {
  const problem = describe(error, { isDatabaseEmbedded: request.server.isDatabaseEmbedded });
  if (problem.code === REQUEST_ABORTED) {
    // Not an error of the server, so one line without a stack.
    request.isAborted = true;
    request.log.debug({ method: request.method, path: getRequestPath(request) }, 'request aborted by its client');
  } else request.log[levelOf(problem.status)]({ err: error }, problem.code);
  return toProblem(problem, request.id);
}

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = reportProblem(error, request);
  if (reply.sent) return;
  // Fastify closes the connection after a refused body. A client that is still sending would get a connection reset
  // instead of the response; the rest is read by discard().
  if (!request.raw.complete) void reply.removeHeader('connection');
  const retryAfter = problem.retry_after;
  if (retryAfter) void reply.header('Retry-After', String(retryAfter));
  void reply
    .code(problem.status)
    .header('Cache-Control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(problem));
}
