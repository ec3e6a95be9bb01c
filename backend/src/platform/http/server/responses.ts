import { hash } from 'node:crypto';
import helmet from 'helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyCompress from '@fastify/compress';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Config } from '../../config/config.js';
import { matchesEntityTag } from '../request/request.js';

/** Features that no page needs. Players in frames keep fullscreen and picture-in-picture, which are not listed. */
const PERMISSIONS_POLICY = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * Sets the security headers and the request id of every response. Created once: Fastify's plugin would create the
 * handler for each request, and its closures outlive the request.
 */
export function securityHeaders(config: Config): (request: FastifyRequest, reply: FastifyReply) => void {
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    hsts: config.secureCookies && { maxAge: 31_536_000 },
    crossOriginResourcePolicy: { policy: config.env.API_PREFIX ? 'same-origin' : 'cross-origin' },
  });
  return (request, reply) => {
    setHeaders(request.raw, reply.raw, (error) => {
      if (error) throw error as Error;
    });
    void reply.header('Permissions-Policy', PERMISSIONS_POLICY).header('X-Request-Id', request.id);
  };
}

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

/** Compressible types. Images and archives are compressed already, event streams must not be buffered. */
const COMPRESSIBLE = /^(?:text\/(?:html|markdown|plain|css|xml)|application\/(?:[\w.-]+\+)?(?:json|xml|yaml))\b/;

/** Compresses responses from 1 KB on with gzip. Files of the frontend are compressed by the build. */
export async function compress(app: NestFastifyApplication): Promise<void> {
  await app.register(fastifyCompress as never, {
    encodings: ['gzip'],
    // Compressed request bodies are refused; the plugin decompresses them by default.
    globalDecompression: false,
    customTypes: COMPRESSIBLE,
    threshold: 1024,
    // Higher levels cost up to ten times as much for a few bytes.
    zlibOptions: { level: 3 },
    // Smaller responses are compressed synchronously, because a stream costs more than the compression.
    syncThreshold: 256 * 1024,
  });
}

/** Disables compression for the response of this request. */
export function skipCompression(request: FastifyRequest): void {
  request.headers['x-no-compression'] = 'true';
}
