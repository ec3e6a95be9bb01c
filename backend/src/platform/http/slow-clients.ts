import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Patience {
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
export const PATIENCE: Patience = { headMs: 20_000, bodyEveryMs: 30_000, bodyBytesPerSecond: 4096, stallMs: 120_000 };

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** what the socket had brought at the last look */
  bytesRead: number;
}

/** Closes connections whose clients send or take so slowly that it looks like intent. */
export function refuseSlowClients(server: Server, patience = PATIENCE): void {
  const exchanges = new Map<Socket, Exchange>();
  server.headersTimeout = patience.headMs;
  server.on('request', (request, response) => {
    exchanges.set(request.socket, { request, response, bytesRead: request.socket.bytesRead });
    response.once('close', () => exchanges.delete(request.socket));
  });
  const timer = setInterval(() => {
    for (const exchange of exchanges.values()) if (sendsTooSlowly(exchange, patience)) refuse(exchange);
  }, patience.bodyEveryMs).unref();
  server.once('close', () => clearInterval(timer));
  server.setTimeout(patience.stallMs, (socket) => {
    const exchange = exchanges.get(socket);
    // Nothing goes through either while we work on an answer, which may take as long as it takes; bodies are looked at above.
    if (!exchange || exchange.response.headersSent) socket.destroy();
  });
}

function sendsTooSlowly(exchange: Exchange, { bodyEveryMs, bodyBytesPerSecond }: Patience): boolean {
  const { request } = exchange;
  const came = request.socket.bytesRead - exchange.bytesRead;
  exchange.bytesRead = request.socket.bytesRead;
  // What waits for us is not late.
  const waitsForUs = request.readableLength >= request.readableHighWaterMark;
  return !request.complete && !waitsForUs && came < (bodyEveryMs / 1000) * bodyBytesPerSecond;
}

function refuse({ request: { socket }, response }: Exchange): void {
  if (!response.headersSent && socket.writable) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  socket.destroySoon();
}
