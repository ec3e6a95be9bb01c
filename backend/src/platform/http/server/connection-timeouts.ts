import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface TimeoutOptions {
  /** limit for receiving the headers of a request */
  headMs: number;
  /** interval between checks of request bodies, and the minimum rate in between */
  bodyEveryMs: number;
  bodyBytesPerSecond: number;
  /** limit for an idle connection while a response is being sent */
  stallMs: number;
}

/**
 * The duration of uploads is not limited: 2 GB over 1 Mbit/s take five hours. The minimum rate is that of a telephone
 * line; slower clients could occupy all connections.
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
  /** bytes at the last check; undefined until the first one */
  bytesRead?: number;
}

/** Closes connections of clients that send or receive too slowly (slowloris). */
export function enforceConnectionTimeouts(server: Server, timeouts = DEFAULT_TIMEOUTS): void {
  // One entry per connection instead of per request: a growing map is rebuilt, and entries of old tables survive until
  // a full garbage collection.
  const connections = new Map<Socket, { exchange?: Exchange }>();
  server.headersTimeout = timeouts.headMs;
  server.on('connection', (socket) => {
    connections.set(socket, {});
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (request, response) => {
    const connection = connections.get(request.socket);
    if (!connection) return;
    const exchange: Exchange = { request, response };
    connection.exchange = exchange;
    response.once('close', () => {
      if (connection.exchange === exchange) delete connection.exchange;
    });
  });
  const timer = setInterval(() => {
    for (const { exchange } of connections.values())
      if (exchange && sendsTooSlowly(exchange, timeouts)) refuse(exchange);
  }, timeouts.bodyEveryMs).unref();
  server.once('close', () => clearInterval(timer));
  server.setTimeout(timeouts.stallMs, (socket) => {
    const exchange = connections.get(socket)?.exchange;
    // The socket is also idle while the response is computed, which may take any time; request bodies are checked by
    // the timer.
    if (!exchange || exchange.response.headersSent) socket.destroy();
  });
}

function sendsTooSlowly(exchange: Exchange, { bodyEveryMs, bodyBytesPerSecond }: TimeoutOptions): boolean {
  const { request } = exchange;
  const { bytesRead } = request.socket;
  // A request that has begun shortly before its first check has had no time to send.
  const received = exchange.bytesRead === undefined ? Infinity : bytesRead - exchange.bytesRead;
  exchange.bytesRead = bytesRead;
  // The server does not read on, so the client is not late.
  const waitsForUs = request.readableLength >= request.readableHighWaterMark;
  return !request.complete && !waitsForUs && received < (bodyEveryMs / 1000) * bodyBytesPerSecond;
}

function refuse({ request: { socket }, response }: Exchange): void {
  // A response has no socket while an earlier one on the same connection is incomplete: the status line would be
  // written into that.
  if (!response.headersSent && response.socket?.writable)
    socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  socket.destroySoon();
}
