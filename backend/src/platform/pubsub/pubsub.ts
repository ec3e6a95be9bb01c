import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type pg from 'pg';
import { Config } from '../config/config.js';
import { CHECK_EVERY_MS, ConnectionMonitor, PROBE_LIMIT_MS } from '../database/connection-monitor.js';
import { Database } from '../database/database.js';
import { LOGGER } from '../logging/logger.js';
import { keepAliveOptions, MonitoredClient } from '../database/monitored-client.js';

/** A channel; `Data` is the JSON message that every instance gets. Declared with {@link defineChannel}. */
export interface Channel<Data extends object> {
  readonly name: string;
  readonly _data?: Data;
}

export const defineChannel = <Data extends object>(name: string): Channel<Data> => ({ name });

/** One PostgreSQL channel for all kinds of messages, so that one LISTEN is enough. */
const CHANNEL = 'hub_signals';
/** Payloads of NOTIFY must be shorter than 8000 bytes. */
const MAX_BYTES = 7900;

type Handler = (data: never) => void;

/**
 * Publishes messages to all instances, including this one, at most once: instances that are disconnected miss them. Use
 * events for what must not be lost, and {@link onReconnected} to refresh after missed messages.
 */
@Injectable()
export class PubSub implements OnApplicationBootstrap {
  private readonly handlers = new Map<string, Handler[]>();
  private readonly reconnectHandlers: (() => void)[] = [];
  private readonly listener: PostgresListener;

  constructor(
    config: Config,
    monitor: ConnectionMonitor,
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.listener = new PostgresListener(config.databaseUrl, monitor, CHANNEL, {
      onMessage: (text) => this.handleMessage(text),
      onReconnect: () => {
        this.logger.info('listening to messages again');
        for (const handler of this.reconnectHandlers) this.runSafely('reconnected', handler);
      },
      onDisconnect: (error) => this.logger.warn({ err: error }, 'not listening to messages until the database is back'),
    });
    database.beforeClose(() => this.listener.stop());
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.listener.start();
  }

  /** Whether messages are being received. While false, caches that rely on invalidation messages must be disabled. */
  get isListening(): boolean {
    return this.listener.isListening;
  }

  subscribe<Data extends object>({ name }: Channel<Data>, handler: (data: Data) => void): void {
    this.handlers.set(name, [...(this.handlers.get(name) ?? []), handler]);
  }

  /** Registers a callback for reconnections, after which messages may have been missed. */
  onReconnected(handler: () => void): void {
    this.reconnectHandlers.push(handler);
  }

  /**
   * Inside a transaction the message is sent with the commit.
   * @throws when `data` is too long
   */
  async publish<Data extends object>({ name }: Channel<Data>, data: Data): Promise<void> {
    const text = JSON.stringify([name, data]);
    if (Buffer.byteLength(text) > MAX_BYTES)
      throw new Error(`The message of ${name} has more than ${MAX_BYTES} bytes.`);
    await sql`select pg_notify(${CHANNEL}, ${text})`.execute(this.database.db);
  }

  private handleMessage(text: string): void {
    this.runSafely(text, () => {
      const [name, data] = JSON.parse(text) as [string, never];
      for (const handler of this.handlers.get(name) ?? []) this.runSafely(name, () => handler(data));
    });
  }

  /** A handler that throws must not affect the others or the connection. */
  private runSafely(message: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.logger.error({ err: error, message }, 'message handler failed');
    }
  }
}

const RETRY_MS = [50, 100, 250, 500, 1000];

interface Hooks {
  onMessage(text: string): void;
  /** called when the connection is restored */
  onReconnect(): void;
  onDisconnect(error: unknown): void;
}

/**
 * A dedicated connection that listens to one channel and reconnects. It is the probe of the monitor: the loss of a
 * server may close no connection, so it sends a query at regular intervals.
 */
export class PostgresListener {
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private attempt = 0;
  private everListened = false;
  private stopped = false;
  isListening = false;

  constructor(
    private readonly databaseUrl: string,
    private readonly monitor: ConnectionMonitor,
    private readonly channel: string,
    private readonly hooks: Hooks,
  ) {}

  /** Resolves after the first attempt, successful or not. */
  async start(): Promise<void> {
    const client = new MonitoredClient(
      { connectionString: this.databaseUrl, application_name: 'knowledge-hub signals', ...keepAliveOptions },
      { monitor: this.monitor, isProbe: true, silenceLimitMs: PROBE_LIMIT_MS },
    );
    this.client = client;
    client.on('error', (error) => this.handleDisconnect(client, error));
    client.on('end', () => this.handleDisconnect(client, new Error('The connection has ended.')));
    client.on('notification', ({ payload = '' }) => this.hooks.onMessage(payload));
    try {
      await client.connect();
      await this.measureRoundTrip(client, `listen ${this.channel}`);
      this.listening(client);
    } catch (error) {
      this.handleDisconnect(client, error);
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.isListening = false;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private listening(client: pg.Client): void {
    if (client !== this.client || this.stopped) return;
    this.attempt = 0;
    this.isListening = true;
    this.later(CHECK_EVERY_MS, () => this.check(client));
    if (this.everListened) this.hooks.onReconnect();
    this.everListened = true;
  }

  private check(client: pg.Client): void {
    this.measureRoundTrip(client, 'select 1').then(
      () => client === this.client && this.later(CHECK_EVERY_MS, () => this.check(client)),
      (error: unknown) => this.handleDisconnect(client, error),
    );
  }

  private async measureRoundTrip(client: pg.Client, statement: string): Promise<void> {
    const startedAt = performance.now();
    await client.query(statement);
    this.monitor.recordRoundTrip(performance.now() - startedAt);
  }

  /** Called several times per broken connection: by the error, the end and failing queries. */
  private handleDisconnect(client: pg.Client, error: unknown): void {
    if (client !== this.client || this.stopped) return;
    this.client = undefined;
    this.isListening = false;
    client.end().catch(() => undefined);
    if (this.attempt === 0) this.hooks.onDisconnect(error);
    const wait = RETRY_MS[Math.min(this.attempt++, RETRY_MS.length - 1)] ?? 0;
    this.later(wait, () => void this.start());
  }

  private later(ms: number, work: () => void): void {
    clearTimeout(this.timer);
    if (!this.stopped) this.timer = setTimeout(work, ms).unref();
  }
}
