import helmet from 'helmet';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.js';

/**
 * What protects any answer, and the id by which it is found in the log. Made once: Fastify's plugin makes all of it anew for
 * each request, and what it makes outlives the request by far.
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
    void reply.header('X-Request-Id', request.id);
  };
}
