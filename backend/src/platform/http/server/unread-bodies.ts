import type { IncomingMessage, Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../errors/domain-error.js';

export interface DrainOptions {
  /** interval between checks of a connection, and the minimum rate in between */
  everyMs: number;
  bytesPerSecond: number;
  totalMs: number;
}

/** A browser that is still sending a large file when its upload is refused gets half a minute to read the response. */
const DEFAULT_DRAIN: DrainOptions = { everyMs: 500, bytesPerSecond: 16 * 1024, totalMs: 30_000 };
/** Consecutive checks after which a connection is closed: clients of a busy machine pause. */
const SLOW_CHECKS = 2;

/**
 * Reads and discards what clients still send after the response, and closes connections that send too slowly. A
 * request that nothing reads would keep its socket and buffers: its stream is paused, so not even the disconnection
 * of the client is noticed. Closing at once would hide the response from clients that send everything before they read.
 */
export function drainUnreadBodies(server: Server, options = DEFAULT_DRAIN): void {
  server.on('request', (request, response) => {
    response.once('finish', () => {
      if (!request.complete) drain(request, options);
    });
  });
}

function drain(request: IncomingMessage, { everyMs, bytesPerSecond, totalMs }: DrainOptions): void {
  const { socket } = request;
  request.on('error', () => undefined);
  request.unpipe();
  request.removeAllListeners('readable').removeAllListeners('data');
  // Without a listener Node pauses a stream that flows already, in the turn after its listeners were removed.
  request.on('data', () => undefined).resume();
  const until = performance.now() + totalMs;
  let { bytesRead } = socket;
  let slowChecks = 0;
  const check = () => {
    const received = socket.bytesRead - bytesRead;
    ({ bytesRead } = socket);
    slowChecks = received < (everyMs / 1000) * bytesPerSecond ? slowChecks + 1 : 0;
    const isTooSlow = slowChecks >= SLOW_CHECKS || performance.now() > until;
    if (!request.complete && !isTooSlow && !socket.destroyed) return;
    clearInterval(timer);
    if (!request.complete) socket.destroy();
  };
  // Timers run before the server reads: what has arrived while it was busy counts.
  const timer = setInterval(() => setImmediate(check), everyMs).unref();
}

/** Refuses bodies with a content coding, such as gzip, on all routes: a small one can become any number of bytes. */
export function refuseEncodedBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const { 'content-encoding': content = '', 'transfer-encoding': transfer = 'chunked' } = request.headers;
    if (hasOther(content, 'identity')) {
      void reply.header('Accept-Encoding', 'identity');
      return done(new DomainError(415, 'unsupported_media_type', (texts) => texts.platform.noContentEncoding));
    }
    if (!hasOther(transfer, 'chunked')) return done();
    done(new DomainError(400, 'bad_request', (texts) => texts.platform.noTransferEncoding));
  });
}

/** @param codings a header with a comma-separated list */
const hasOther = (codings: string, accepted: string): boolean =>
  codings
    .toLowerCase()
    .split(',')
    .some((coding) => ![accepted, ''].includes(coding.trim()));
