import type pg from 'pg';
import { CHECK_EVERY_MS, type ConnectionMonitor, PROBE_LIMIT_MS } from '../database/connection-monitor.js';
import { keepAliveOptions, MonitoredClient } from '../database/monitored-client.js';

const RETRY_MS = [50, 100, 250, 500, 1000];

interface Hooks {
  heard(text: string): void;
  /** listening again after it did not */
  reconnected(): void;
  lost(error: unknown): void;
}

/**
 * A dedicated connection that listens to one channel and reconnects when it breaks. It is the probe of the
 * monitor: the loss of a server may close no connection, so a query is sent at regular intervals.
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

  /** Ends after the first attempt, whether or not it has worked out. */
  async start(): Promise<void> {
    const client = new MonitoredClient(
      { connectionString: this.databaseUrl, application_name: 'knowledge-hub signals', ...keepAliveOptions },
      { monitor: this.monitor, isProbe: true, silenceLimitMs: PROBE_LIMIT_MS },
    );
    this.client = client;
    client.on('error', (error) => this.broken(client, error));
    client.on('end', () => this.broken(client, new Error('The connection has ended.')));
    client.on('notification', ({ payload = '' }) => this.hooks.heard(payload));
    try {
      await client.connect();
      await client.query(`listen ${this.channel}`);
      this.listening(client);
    } catch (error) {
      this.broken(client, error);
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
    if (this.everListened) this.hooks.reconnected();
    this.everListened = true;
  }

  private check(client: pg.Client): void {
    client.query('select 1').then(
      () => client === this.client && this.later(CHECK_EVERY_MS, () => this.check(client)),
      (error: unknown) => this.broken(client, error),
    );
  }

  /** Heard of more than once for each break: by an error, by the end, by a query that fails. */
  private broken(client: pg.Client, error: unknown): void {
    if (client !== this.client || this.stopped) return;
    this.client = undefined;
    this.isListening = false;
    client.end().catch(() => undefined);
    if (this.attempt === 0) this.hooks.lost(error);
    const wait = RETRY_MS[Math.min(this.attempt++, RETRY_MS.length - 1)] ?? 0;
    this.later(wait, () => void this.start());
  }

  private later(ms: number, work: () => void): void {
    clearTimeout(this.timer);
    if (!this.stopped) this.timer = setTimeout(work, ms).unref();
  }
}
