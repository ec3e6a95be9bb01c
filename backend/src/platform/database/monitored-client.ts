import type { Socket } from 'node:net';
import pg from 'pg';
import { markConnectionFailure } from './pg-errors.js';
import type { ConnectionMonitor } from './connection-monitor.js';

export interface MonitoredClientOptions {
  monitor: ConnectionMonitor;
  /** how long a statement may run without a byte from the server; Infinity for work that may take any time */
  silenceLimitMs?: number;
  /** its silence means that the database is away, see {@link ConnectionMonitor} */
  isProbe?: boolean;
}

/** Enough for a server under load to fork and authenticate. */
const CONNECT_LIMIT_MS = 5000;
const CLOSE_LIMIT_MS = 2500;

/** For all connections: dead peers are found while a connection is idle. */
export const keepAliveOptions = { keepAlive: true, keepAliveInitialDelayMillis: 5000 };

type Query<C extends pg.Client> = (this: C, ...args: unknown[]) => unknown;

/** The original method of pg. */
export const query = Reflect.get(pg.Client.prototype, 'query') as Query<pg.Client>;

/** Replaces `query` of a class. Assigned rather than overridden: pg types it with a dozen overloads. */
export function overrideQuery<C extends pg.Client>(prototype: C, override: Query<C>): void {
  (prototype as { query: unknown }).query = override;
}

type ConnectCallback = (error: Error | null, client?: pg.Client) => void;

/** A pg client that its monitor destroys when the server has gone silent. */
export class MonitoredClient extends pg.Client {
  readonly isProbe: boolean;
  silenceLimitMs: number;
  private readonly monitor: ConnectionMonitor;
  private isClosing = false;
  /** by its monitor */
  isDestroyed = false;

  constructor(
    config: pg.ClientConfig,
    { monitor, silenceLimitMs = Infinity, isProbe = false }: MonitoredClientOptions,
  ) {
    super(config);
    this.monitor = monitor;
    this.silenceLimitMs = silenceLimitMs;
    this.isProbe = isProbe;
    // pg-pool and pg-boss remove their listeners at times, and an 'error' event without a listener ends the process.
    this.on('error', () => undefined);
    // Before pg's own listener, which rejects the statements with it.
    this.connection.on('error', markConnectionFailure);
  }

  get socket(): Socket {
    return this.connection.stream as Socket;
  }

  /** No statement and no handshake is in flight. */
  get isIdle(): boolean {
    return !this.isClosing && (this as { readyForQuery?: boolean }).readyForQuery === true;
  }

  get limitMs(): number {
    if (this.isClosing) return CLOSE_LIMIT_MS;
    return (this as { readyForQuery?: boolean }).readyForQuery === undefined
      ? Math.min(CONNECT_LIMIT_MS, this.silenceLimitMs)
      : this.silenceLimitMs;
  }

  /** Fails the statement in flight. The pool removes the client when it is released, or at once when it is idle. */
  destroy(error: Error): void {
    this.isDestroyed = true;
    this.socket.destroy(error);
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.Client> | void {
    const refusal = this.isProbe ? undefined : this.monitor.refusal;
    if (refusal && callback) return process.nextTick(callback, refusal);
    if (refusal) return Promise.reject(refusal);
    this.monitor.watch(this);
    return callback ? super.connect(callback as (error: Error) => void) : super.connect();
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | void {
    this.isClosing = true;
    return callback ? super.end(callback) : super.end();
  }
}
