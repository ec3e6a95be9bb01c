import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { getRequestPath } from '../../logging/logger.js';

/** Asked every few seconds, or dozens of times a page, and always answered alike. */
const QUIET = /^(?:\/assets\/|(?:\/api)?\/health\/)/;

/** One line a request, once it is answered. */
export class RequestLog extends LogController {
  override incomingRequest(): void {
    // The line at the end says it all.
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (request.isAborted) return;
    const path = getRequestPath(request);
    const { statusCode: status, elapsedTime } = reply;
    const line = {
      method: request.method,
      path,
      status,
      ms: Math.round(elapsedTime),
      ...(request.actor?.id && { user: request.actor.id }),
      ...(error && { err: error }),
    };
    request.log[QUIET.test(path) && status < 400 ? 'debug' : 'info'](line, error ? 'request broken off' : 'request');
  }
}
