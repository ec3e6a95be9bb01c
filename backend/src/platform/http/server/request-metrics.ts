import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../../monitoring/metrics.js';

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
