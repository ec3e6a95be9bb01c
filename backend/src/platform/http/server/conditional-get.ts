import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { matchesEntityTag } from '../request/request.js';

/**
 * Gives answers to reads an entity tag, and answers 304 where the client still has what it would get. Only what was found is
 * compared: an act or an error is never "not modified". The tag is weak, since the same answer also goes out packed.
 */
export function registerConditionalGet(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const mayBeKept = !String(reply.getHeader('cache-control') ?? '').includes('no-store');
    if (!isRead || reply.statusCode !== 200 || typeof payload !== 'string' || !mayBeKept || reply.hasHeader('etag'))
      return done(null, payload);
    const etag = `"${hash('sha1', payload, 'base64url')}"`;
    void reply.header('ETag', `W/${etag}`);
    if (!matchesEntityTag(request.headers['if-none-match'], etag)) return done(null, payload);
    void reply.code(304);
    done(null, '');
  });
}
