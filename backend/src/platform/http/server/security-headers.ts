import helmet from 'helmet';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.js';

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
