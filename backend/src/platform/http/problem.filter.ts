import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, toProblem } from './problem.js';

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
  const told = describe(error);
  request.log[levelOf(told.status)]({ err: error }, told.code);
  if (reply.sent) return;
  const retryAfter = told.details?.retry_after;
  if (retryAfter) void reply.header('Retry-After', String(retryAfter));
  void reply
    .code(told.status)
    .header('Cache-Control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(toProblem(told, request.id)));
}
