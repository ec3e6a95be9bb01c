import type pg from 'pg';
import { CHECK_EVERY_MS, type ConnectionMonitor, PROBE_LIMIT_MS } from '../database/connection-monitor.js';
import { keepAliveOptions, MonitoredClient } from '../database/monitored-client.js';

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

  private async measureRoundTrip(client: pg.Client, sql: string): Promise<void> {
    const startedAt = performance.now();
    await client.query(sql);
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
