import pg from 'pg';

const RETRY_MS = [50, 100, 250, 500, 1000, 2000];
/** How often the connection is asked whether it still lives, and how long it may take to answer; a dead peer sends no goodbye. */
const CHECK_EVERY_MS = 5000;
const PATIENCE_MS = 3000;

interface Hooks {
  heard(text: string): void;
  /** listening again after it did not */
  reconnected(): void;
  lost(error: unknown): void;
}

/** A connection of its own that hears one channel, and comes back by itself when it breaks. */
export class Listener {
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private attempt = 0;
  private everListened = false;
  private stopped = false;
  isListening = false;

  constructor(
    private readonly databaseUrl: string,
    private readonly channel: string,
    private readonly hooks: Hooks,
  ) {}

  /** Ends after the first attempt, whether or not it has worked out. */
  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.databaseUrl,
      application_name: 'knowledge-hub signals',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
      keepAlive: true,
    });
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
