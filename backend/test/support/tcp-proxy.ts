import { createServer, connect, type Server, type Socket } from 'node:net';

/**
 * What the proxy does with connections:
 * - pass: forwards both ways
 * - black-hole: accepts and swallows; connections of this time never work again
 * - freeze: forwards nothing and closes nothing; what was sent arrives after the thaw
 * - reset: ends connections with RST
 */
export type ProxyMode = 'pass' | 'black-hole' | 'freeze' | 'reset';

interface Pair {
  client: Socket;
  server: Socket | undefined;
  /** bytes of this pair are lost from now on, in both directions */
  isHalfOpen: boolean;
}

/** A TCP proxy on 127.0.0.1 that imitates network faults. */
export class TcpProxy {
  private readonly pairs = new Set<Pair>();
  private mode: ProxyMode = 'pass';
  private isClosing = false;

  private constructor(
    private readonly server: Server,
    private readonly targetPort: number,
  ) {
    server.on('connection', (client) => this.accept(client));
  }

  static async start(targetPort: number): Promise<TcpProxy> {
    const server = createServer({ allowHalfOpen: false });
    const proxy = new TcpProxy(server, targetPort);
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** The same database, reached through this proxy. */
  urlFor(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as { port: number }).port);
    return url.href;
  }

  setMode(mode: ProxyMode): void {
    this.mode = mode;
    if (mode === 'black-hole') this.makeHalfOpen();
    for (const pair of this.pairs) {
      if (pair.isHalfOpen) continue;
      if (mode === 'reset') this.reset(pair);
      else if (mode === 'freeze') this.forEachSocket(pair, (socket) => socket.pause());
      else if (pair.server) this.forEachSocket(pair, (socket) => socket.resume());
      else this.forward(pair);
    }
  }

  /** Makes current connections half-open: nothing arrives any more, without an error at either end. New ones work. */
  makeHalfOpen(): void {
    for (const pair of this.pairs) {
      pair.isHalfOpen = true;
      this.forEachSocket(pair, (socket) => socket.resume());
    }
  }

  /** Half-open connections that the client has not given up yet. */
  get halfOpenCount(): number {
    return [...this.pairs].filter(({ client, isHalfOpen }) => isHalfOpen && !client.destroyed).length;
  }

  async close(): Promise<void> {
    // First, because a client that reconnects meanwhile would keep the server open.
    const closed = new Promise((done) => this.server.close(done));
    this.isClosing = true;
    for (const pair of this.pairs) this.forEachSocket(pair, (socket) => socket.destroy());
    await closed;
  }

  private accept(client: Socket): void {
    if (this.isClosing) return void client.destroy();
    const pair: Pair = { client, server: undefined, isHalfOpen: this.mode === 'black-hole' };
    this.pairs.add(pair);
    client.on('error', () => undefined);
    client.on('close', () => this.ended(pair));
    if (this.mode === 'pass') this.forward(pair);
    else if (this.mode === 'reset') this.reset(pair);
    else if (this.mode === 'black-hole') client.resume();
  }

  private forward(pair: Pair): void {
    const { client } = pair;
    const server = connect(this.targetPort, '127.0.0.1');
    pair.server = server;
    server.on('error', () => undefined);
    server.on('close', () => pair.isHalfOpen || client.destroy());
    client.on('data', (chunk) => pair.isHalfOpen || server.write(chunk));
    server.on('data', (chunk) => pair.isHalfOpen || client.write(chunk));
  }

  /** The server side of a half-open connection stays open: its FIN is lost with everything else. */
  private ended(pair: Pair): void {
    if (pair.isHalfOpen) return;
    pair.server?.end();
    this.pairs.delete(pair);
  }

  private reset(pair: Pair): void {
    this.forEachSocket(pair, (socket) => socket.resetAndDestroy());
    this.pairs.delete(pair);
  }

  private forEachSocket({ client, server }: Pair, action: (socket: Socket) => void): void {
    action(client);
    if (server) action(server);
  }
}
