import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface TimeoutOptions {
  /** how long the head of a request may take to come */
  headMs: number;
  /** how often bodies under way are looked at, and how fast they must come in between */
  bodyEveryMs: number;
  bodyBytesPerSecond: number;
  /** how long nothing may go through while an answer is on its way */
  stallMs: number;
}

/**
 * No limit to the length of an upload: 2 GB over 1 Mbit/s take five hours. What is limited is slowness that no line in use
 * has (this is that of a telephone), by which a few clients could hold all connections.
 */
export const DEFAULT_TIMEOUTS: TimeoutOptions = {
  headMs: 20_000,
  bodyEveryMs: 30_000,
  bodyBytesPerSecond: 4096,
  stallMs: 120_000,
};

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** what the socket had brought at the last look */
  bytesRead: number;
}

/** Closes connections whose clients send or take so slowly that it looks like intent. */
export function enforceConnectionTimeouts(server: Server, patience = DEFAULT_TIMEOUTS): void {
  // One entry a connection and none a request: each table that a map outgrows leads to the next one, and once the oldest is
  // old to the garbage collector, all that ever were in them is taken for alive.
  const connections = new Map<Socket, { exchange?: Exchange }>();
  server.headersTimeout = patience.headMs;
  server.on('connection', (socket) => {
    connections.set(socket, {});
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (request, response) => {
    const connection = connections.get(request.socket);
    if (!connection) return;
    const exchange = { request, response, bytesRead: request.socket.bytesRead };
    connection.exchange = exchange;
    response.once('close', () => {
      if (connection.exchange === exchange) delete connection.exchange;
    });
  });
  const timer = setInterval(() => {
    for (const { exchange } of connections.values())
      if (exchange && sendsTooSlowly(exchange, patience)) refuse(exchange);
  }, patience.bodyEveryMs).unref();
  server.once('close', () => clearInterval(timer));
  server.setTimeout(patience.stallMs, (socket) => {
    const exchange = connections.get(socket)?.exchange;
    // Nothing goes through either while we work on an answer, which may take as long as it takes; bodies are looked at above.
    if (!exchange || exchange.response.headersSent) socket.destroy();
  });
}

function sendsTooSlowly(exchange: Exchange, { bodyEveryMs, bodyBytesPerSecond }: TimeoutOptions): boolean {
  const { request } = exchange;
  const came = request.socket.bytesRead - exchange.bytesRead;
  exchange.bytesRead = request.socket.bytesRead;
  // What waits for us is not late.
  const waitsForUs = request.readableLength >= request.readableHighWaterMark;
  return !request.complete && !waitsForUs && came < (bodyEveryMs / 1000) * bodyBytesPerSecond;
}

function refuse({ request: { socket }, response }: Exchange): void {
  // A response has no socket as long as an earlier one on the same connection is not answered: ours would stand in the midst of that.
  if (!response.headersSent && response.socket?.writable)
    socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  socket.destroySoon();
}
