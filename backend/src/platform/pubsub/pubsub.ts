import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { Config } from '../config/config.js';
import { ConnectionMonitor } from '../database/connection-monitor.js';
import { Database } from '../database/database.js';
import { LOGGER } from '../logging/logger.js';
import { PostgresListener } from './postgres-listener.js';

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
