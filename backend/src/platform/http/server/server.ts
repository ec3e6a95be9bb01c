import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { UnsupportedMediaTypeException } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.js';
import { compress } from './compression.js';
import { registerConditionalGet } from './conditional-get.js';
import { BodyMemory } from '../body/body-memory.js';
import { SMALL_BODY } from '../body/body-limits.js';
import { registerJsonParser } from '../body/json-parser.js';
import { notFound } from '../errors/domain-error.js';
import { GuestResponseCache } from '../../cache/guest-response-cache.js';
import { MAX_PARAMETER, registerMethodNotAllowed } from './method-not-allowed.js';
import { sendProblem } from '../errors/problem.filter.js';
import { securityHeaders } from './security-headers.js';
import { RequestLog } from './request-log.js';
import { enforceConnectionTimeouts } from './connection-timeouts.js';
import { rejectInvalidPathParameters } from '../validation/path-parameters.js';

const REQUEST_ID = /^[\w-]{8,64}$/;

export function createAdapter(config: Config, logger: Logger): FastifyAdapter {
  const protect = securityHeaders(config);
  const options = {
    loggerInstance: logger,
    logController: new RequestLog(),
    bodyLimit: SMALL_BODY,
    // Only what our own proxy added last: the entries before it are whatever the client claims.
    trustProxy: config.env.TRUST_PROXY && ((_address: string, hop: number) => hop === 0),
    // A proxy may hand its id on so that both logs can be read together; anything else gets a new one.
    genReqId: (request: IncomingMessage) => {
      const given = request.headers['x-request-id'];
      return config.env.TRUST_PROXY && typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    // In-flight requests finish during a stop instead of being told 503.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Heads that are late are found within five seconds.
    http: { connectionsCheckingInterval: 5000 },
    routerOptions: { maxParamLength: MAX_PARAMETER },
    // Addresses that cannot be decoded, or have parts too long for any id or slug, lead nowhere.
    frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      // No hook is asked for these.
      protect(request, reply);
      sendProblem(notFound('This address'), request, reply);
    },
    // One reading of the specification doubles the prefix; health is asked at the root by balancers.
    rewriteUrl: (request: IncomingMessage) =>
      (request.url ?? '/')
        .replace(/^\/api\/api\//, '/api/')
        .replace(/^\/health\/(?=live|ready)/, `${config.env.API_PREFIX}/health/`),
  };
  return new FastifyAdapter(options as FastifyServerOptions as ConstructorParameters<typeof FastifyAdapter<Server>>[0]);
}

/** What every answer of the server has: security headers, request id, ETag; and how bodies are read. */
export async function configureServer(app: NestFastifyApplication, config: Config): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  const protect = securityHeaders(config);
  fastify.decorate('isDatabaseEmbedded', config.env.DATABASE_EMBEDDED);
  // Before all that may answer by itself.
  fastify.addHook('onRequest', (request, reply, done) => {
    protect(request, reply);
    done();
  });
  await app.register(cookie as never);
  registerConditionalGet(fastify);
  app.get(GuestResponseCache).attach(fastify);
  await compress(app);
  registerMethodNotAllowed(fastify);
  rejectInvalidPathParameters(fastify, config.env.API_PREFIX);
  registerBodyParsers(fastify, app.get(BodyMemory));
  await app.register(multipart as never);
  refuseUnexpectedForms(fastify);
  enforceConnectionTimeouts(fastify.server);
  closeConnectionsAsTheyGetIdle(fastify);
  // What a person gets depends on who asks; shared caches must not keep it unless a route says otherwise.
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) void reply.header('Cache-Control', 'private, no-cache');
    done(null, payload);
  });
}

/** A connection that was busy when a stop began stays open once it is answered, and would hold the stop up. */
function closeConnectionsAsTheyGetIdle(fastify: FastifyInstance): void {
  fastify.addHook('preClose', (done) => {
    if (fastify.server.listening) {
      const timer = setInterval(() => fastify.server.closeIdleConnections(), 50);
      fastify.server.once('close', () => clearInterval(timer));
    }
    done();
  });
}

/** Bodies are JSON or forms; text/plain, which Fastify reads by default, is not. */
function registerBodyParsers(fastify: FastifyInstance, memory: BodyMemory): void {
  fastify.removeAllContentTypeParsers();
  registerJsonParser(fastify, memory);
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 10_000 },
    (request, _body, done) => {
      if (request.routeOptions.config.anyBody) done(null, {});
      else done(new UnsupportedMediaTypeException());
    },
  );
}

/** Forms are for the routes that say so; the others take JSON only. */
function refuseUnexpectedForms(fastify: FastifyInstance): void {
  fastify.addHook('preHandler', (request, _reply, done) => {
    const unexpected =
      request.isMultipart() &&
      !request.is404 &&
      !request.routeOptions.config.form &&
      !request.routeOptions.config.anyBody;
    done(unexpected ? new UnsupportedMediaTypeException() : undefined);
  });
}
