import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { bearerToken, sessionCookie } from '../../access/credentials.js';
import type { Metrics, RequestEncryption, RequestScheme } from '../../monitoring/metrics.js';
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

/** For paths without a route, because clients can send any number of them. */
const UNMATCHED = 'unmatched';
const EVENT_STREAM = /^text\/event-stream\b/;

/** Counts each response by the pattern of its route. */
export function registerRequestMetrics(fastify: FastifyInstance, metrics: Metrics): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method, is404 } = request;
    const route = (!is404 && request.routeOptions.url) || UNMATCHED;
    const isStream = EVENT_STREAM.test(String(reply.getHeader('content-type') ?? ''));
    const seconds = isStream ? undefined : reply.elapsedTime / 1000;
    metrics.recordRequest({ method, route, status: reply.statusCode }, seconds);
    done();
  });
}

/**
 * Records how requests with credentials arrive. Others, such as those of health probes, may come without encryption
 * from the same network. Register it after the parser of cookies.
 */
export function recordRequestEncryption(
  fastify: FastifyInstance,
  encryption: RequestEncryption,
  trustsProxy: boolean,
): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (bearerToken(request) ?? sessionCookie(request)) encryption.record(findScheme(request, trustsProxy));
    done();
  });
}

/** The server accepts http only, so the scheme that browsers use is known from the header of a trusted proxy only. */
function findScheme(request: FastifyRequest, trustsProxy: boolean): RequestScheme {
  if (!trustsProxy || !request.headers['x-forwarded-proto']) return 'unknown';
  return request.protocol === 'https' ? 'https' : 'http';
}
