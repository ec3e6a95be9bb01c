import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { UnsupportedMediaTypeException } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import { compress } from './compression.js';
import { answerUnchanged } from './conditional.js';
import { isTooDeep } from './depth.js';
import { DomainError, notFound } from './domain-error.js';
import { GuestAnswers } from './guest-answers.js';
import { MAX_PARAMETER, refuseOtherMethods } from './other-methods.js';
import { sendProblem } from './problem.filter.js';
import { protectiveHeaders } from './protective-headers.js';
import { RequestLog } from './request-log.js';
import { refuseSlowClients } from './slow-clients.js';
import { refuseUnstorableAddresses } from './storable.js';

const BODY_LIMIT = 3 * 1024 * 1024;
const REQUEST_ID = /^[\w-]{8,64}$/;

export function createAdapter(config: Config, logger: Logger): FastifyAdapter {
  const protect = protectiveHeaders(config);
  const options = {
    loggerInstance: logger,
    logController: new RequestLog(),
    bodyLimit: BODY_LIMIT,
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
  const protect = protectiveHeaders(config);
  // Before all that may answer by itself.
  fastify.addHook('onRequest', (request, reply, done) => {
    protect(request, reply);
    done();
  });
  await app.register(cookie as never);
  answerUnchanged(fastify);
  app.get(GuestAnswers).attach(fastify);
  await compress(app);
  refuseOtherMethods(fastify);
  refuseUnstorableAddresses(fastify, config.env.API_PREFIX);
  readJson(fastify);
  await app.register(multipart as never);
  refuseUnexpectedForms(fastify);
  refuseSlowClients(fastify.server);
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

/** An empty body under a JSON content type counts as {}; text/plain is not read at all. */
function readJson(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, {});
    else
      void parse(request, body as string, (error, value) =>
        done(error ?? (isTooDeep(value) ? tooDeep() : null), value),
      );
  });
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

const tooDeep = () => new DomainError(400, 'bad_request', 'The request is nested too deeply.');
