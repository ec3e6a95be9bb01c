import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { Config } from '../config/config.js';
import { ConnectionMonitor } from '../database/connection-monitor.js';
import { Database } from '../database/database.js';
import { LOGGER } from '../logging/logging.module.js';
import { PostgresListener } from './postgres-listener.js';

/** A kind of signal; `Data` is what every instance gets, plain JSON. Declared with {@link defineChannel}. */
export interface Channel<Data extends object> {
  readonly name: string;
  readonly _data?: Data;
}

export const defineChannel = <Data extends object>(name: string): Channel<Data> => ({ name });

/** One channel for all kinds: the one connection needs one LISTEN, whoever joins later. */
const CHANNEL = 'hub_signals';
/** PostgreSQL takes less than 8000 bytes. */
const MAX_BYTES = 7900;

type React = (data: never) => void;

/**
 * Tells all instances, this one included, of something that passes: a session ended, a bell must ring. A signal is sent once
 * and never again: whoever is away misses it. What must not be lost is an event; what follows from a missed signal is caught
 * up by {@link onReconnected}.
 */
@Injectable()
export class PubSub implements OnApplicationBootstrap {
  private readonly reactions = new Map<string, React[]>();
  private readonly catchUps: (() => void)[] = [];
  private readonly listener: PostgresListener;

  constructor(
    config: Config,
    monitor: ConnectionMonitor,
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.listener = new PostgresListener(config.databaseUrl, monitor, CHANNEL, {
      heard: (text) => this.heard(text),
      reconnected: () => {
        this.logger.info('signals are heard again');
        this.catchUps.forEach((catchUp) => this.safely('reconnected', catchUp));
      },
      lost: (error) => this.logger.warn({ err: error }, 'signals are not heard until the database is back'),
    });
    database.beforeClose(() => this.listener.stop());
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.listener.start();
  }

  /** Whether signals arrive at this moment. While false, nothing may be kept that waits for a signal to be thrown away. */
  get isListening(): boolean {
    return this.listener.isListening;
  }

  subscribe<Data extends object>({ name }: Channel<Data>, react: (data: Data) => void): void {
    this.reactions.set(name, [...(this.reactions.get(name) ?? []), react]);
  }

  /** After an interruption in which signals may have been missed. */
  onReconnected(catchUp: () => void): void {
    this.catchUps.push(catchUp);
  }

  /** Inside a transaction the signal goes out when that commits, and never if it does not. @throws when `data` is too long */
  async publish<Data extends object>({ name }: Channel<Data>, data: Data): Promise<void> {
    const text = JSON.stringify([name, data]);
    if (Buffer.byteLength(text) > MAX_BYTES) throw new Error(`The signal ${name} has more than ${MAX_BYTES} bytes.`);
    await this.database.query('select pg_notify($1, $2)', [CHANNEL, text]);
  }

  private heard(text: string): void {
    this.safely(text, () => {
      const [name, data] = JSON.parse(text) as [string, never];
      for (const react of this.reactions.get(name) ?? []) this.safely(name, () => react(data));
    });
  }

  /** One that fails must not keep the signal from the others, nor end the connection. */
  private safely(signal: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.logger.error({ err: error, signal }, 'a signal was not understood');
    }
  }
}
