import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { UnsupportedMediaTypeException } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.js';
import { BodyMemory } from '../body/body-memory.js';
import { SMALL_BODY } from '../body/body-limits.js';
import { registerJsonParser } from '../body/json-parser.js';
import { notFound } from '../../errors/domain-error.js';
import { sendProblem } from '../../errors/problem.js';
import { Metrics, RequestEncryption } from '../../monitoring/metrics.js';
import { rejectInvalidPathParameters } from '../validation/path-parameters.js';
import { compress, registerConditionalGet, securityHeaders } from './responses.js';
import { GuestResponseCache } from './guest-response-cache.js';
import { MAX_PARAMETER, registerMethodNotAllowed } from './method-not-allowed.js';
import { recordRequestEncryption, registerRequestMetrics, RequestLog } from './request-log.js';
import { drainConnections } from './connection-draining.js';
import { enforceConnectionTimeouts } from './connection-timeouts.js';
import { drainUnreadBodies, refuseEncodedBodies } from './unread-bodies.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** takes parts of uploads, whose bytes the handler reads from the request */
    streamsBody?: boolean;
  }
}

const REQUEST_ID = /^[\w-]{8,64}$/;

export function createAdapter(config: Config, logger: Logger): FastifyAdapter {
  const protect = securityHeaders(config);
  const options = {
    loggerInstance: logger,
    logController: new RequestLog(),
    bodyLimit: SMALL_BODY,
    // Only the entry that our own proxy added: earlier ones are set by the client.
    trustProxy: config.env.TRUST_PROXY && ((_address: string, hop: number) => hop === 0),
    // A trusted proxy may pass its request id, so that both logs can be correlated; other values are replaced.
    genReqId: (request: IncomingMessage) => {
      const given = request.headers['x-request-id'];
      return config.env.TRUST_PROXY && typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    // In-flight requests finish during a shutdown instead of getting 503.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Late headers are detected within five seconds.
    http: { connectionsCheckingInterval: 5000 },
    routerOptions: { maxParamLength: MAX_PARAMETER },
    // Paths that cannot be decoded, or with segments too long for any id or slug, are not found.
    frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      // Hooks do not run for these errors.
      protect(request, reply);
      sendProblem(notFound('address'), request, reply);
    },
    // Some clients double the prefix; load balancers and Prometheus request these paths at the root.
    rewriteUrl: (request: IncomingMessage) =>
      (request.url ?? '/')
        .replace(/^\/api\/api\//, '/api/')
        .replace(/^\/(?=health\/(?:live|ready)|metrics(?:\?|$))/, `${config.env.API_PREFIX}/`),
  };
  return new FastifyAdapter(options as FastifyServerOptions as ConstructorParameters<typeof FastifyAdapter<Server>>[0]);
}

/** Configures what all routes share: security headers, request id, entity tags and body parsers. */
export async function configureServer(app: NestFastifyApplication, config: Config): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  const protect = securityHeaders(config);
  fastify.decorate('isDatabaseEmbedded', config.env.DATABASE_EMBEDDED);
  // First, so that every response has the headers.
  fastify.addHook('onRequest', (request, reply, done) => {
    protect(request, reply);
    done();
  });
  registerRequestMetrics(fastify, app.get(Metrics));
  refuseEncodedBodies(fastify);
  await app.register(cookie as never);
  recordRequestEncryption(fastify, app.get(RequestEncryption), config.env.TRUST_PROXY);
  registerConditionalGet(fastify);
  app.get(GuestResponseCache).attach(fastify);
  await compress(app);
  registerMethodNotAllowed(fastify);
  rejectInvalidPathParameters(fastify, config.env.API_PREFIX);
  registerBodyParsers(fastify, app.get(BodyMemory));
  await app.register(multipart as never);
  refuseUnexpectedForms(fastify);
  enforceConnectionTimeouts(fastify.server);
  drainUnreadBodies(fastify.server);
  drainConnections(fastify, config.env.TRUST_PROXY);
  // Responses depend on the user, so shared caches must not store them unless a route allows it.
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) void reply.header('Cache-Control', 'private, no-cache');
    done(null, payload);
  });
}

/** Registers the parsers for JSON, forms and parts of uploads only; Fastify also parses text/plain by default. */
function registerBodyParsers(fastify: FastifyInstance, memory: BodyMemory): void {
  fastify.removeAllContentTypeParsers();
  registerJsonParser(fastify, memory);
  // The handler reads the request itself.
  fastify.addContentTypeParser('application/offset+octet-stream', (request: FastifyRequest, _body, done) => {
    done(request.routeOptions.config.streamsBody ? null : new UnsupportedMediaTypeException());
  });
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 10_000 },
    (request, _body, done) => {
      if (request.routeOptions.config.ignoreBody) done(null, {});
      else done(new UnsupportedMediaTypeException());
    },
  );
}

/** Only routes that declare a form accept one. */
function refuseUnexpectedForms(fastify: FastifyInstance): void {
  fastify.addHook('preHandler', (request, _reply, done) => {
    const unexpected =
      request.isMultipart() &&
      !request.is404 &&
      !request.routeOptions.config.form &&
      !request.routeOptions.config.ignoreBody;
    done(unexpected ? new UnsupportedMediaTypeException() : undefined);
  });
}
