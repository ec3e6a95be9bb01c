import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { matchesEntityTag } from '../request/request.js';

/**
 * Adds an entity tag to successful reads, and responds 304 when the client has the current version. The tag is weak,
 * because the same response is also sent compressed.
 */
export function registerConditionalGet(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isCacheable = !String(reply.getHeader('cache-control') ?? '').includes('no-store');
    if (!isRead || reply.statusCode !== 200 || typeof payload !== 'string' || !isCacheable || reply.hasHeader('etag'))
      return done(null, payload);
    const etag = `"${hash('sha1', payload, 'base64url')}"`;
    void reply.header('ETag', `W/${etag}`);
    if (!matchesEntityTag(request.headers['if-none-match'], etag)) return done(null, payload);
    void reply.code(304);
    done(null, '');
  });
}
