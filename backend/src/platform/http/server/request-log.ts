import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { getRequestPath } from '../../logging/logger.js';

/** Frequent requests, logged at debug level. */
const FREQUENT = /^(?:\/assets\/|(?:\/api)?\/(?:health\/|metrics$))/;

/** Logs one line per request when it is complete. */
export class RequestLog extends LogController {
  override incomingRequest(): void {
    // Logged when complete.
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
    request.log[FREQUENT.test(path) && status < 400 ? 'debug' : 'info'](line, error ? 'request aborted' : 'request');
  }
}
