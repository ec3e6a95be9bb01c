import { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

const CLOSE_IDLE_EVERY_MS = 50;
/** Time in which a reverse proxy under load uses each connection that it keeps open. */
const DRAIN_MS = 1000;

/**
 * Closes connections during a shutdown as they become idle; open ones would delay it. A reverse proxy may be sending a
 * request over an idle connection at this moment, and would lose it. So behind a proxy new connections are refused
 * first, Fastify responds with `Connection: close`, and idle connections are closed a second later.
 */
export function drainConnections(fastify: FastifyInstance, isBehindProxy: boolean): void {
  const { server } = fastify;
  const closeIdle = () => {
    const timer = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
    server.once('close', () => clearInterval(timer));
  };
  fastify.addHook('preClose', (done) => {
    if (!server.listening) return done();
    if (!isBehindProxy) {
      closeIdle();
      return done();
    }
    const finish = () => {
      clearTimeout(timer);
      server.off('close', finish);
      closeIdle();
      done();
    };
    const timer = setTimeout(finish, DRAIN_MS);
    server.once('close', finish);
    // The method of net.Server: that of http.Server also closes idle connections.
    afterAccepting(server, () => Server.prototype.close.call(server));
  });
}

/**
 * Acts when all connections that the system has established are accepted, at most a second later. Closing the server
 * would reset the ones that wait, of which a busy server has some, and their requests would be lost.
 */
function afterAccepting(server: Server, act: () => void): void {
  const until = performance.now() + DRAIN_MS;
  let hasAccepted = true;
  const onConnection = () => {
    hasAccepted = true;
  };
  server.on('connection', onConnection);
  // Node accepts one connection in each turn of the event loop, before the callbacks of setImmediate.
  const check = () => {
    if (hasAccepted && performance.now() < until) {
      hasAccepted = false;
      setImmediate(check);
    } else {
      server.off('connection', onConnection);
      act();
    }
  };
  setImmediate(check);
}
