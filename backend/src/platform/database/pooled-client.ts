import pg from 'pg';
import utils from 'pg/lib/utils.js';
import { AsyncLocalStorage } from 'node:async_hooks';
import { keepAliveOptions, MonitoredClient, type MonitoredClientOptions, query } from './monitored-client.js';
import { currentStatementTimeout, sessionSettings } from './statement-timeout.js';

/** The server cancels first, with an error that leaves the connection usable. */
const CANCEL_MARGIN_MS = 1000;

/** Statements beyond this number run unnamed; texts that are never the same twice must not fill a connection. */
const MAX_NAMES = 2000;

const silenceLimit = (timeoutMs: number) => (timeoutMs ? timeoutMs + CANCEL_MARGIN_MS : Infinity);

interface PooledClientOptions extends MonitoredClientOptions {
  /** for a statement; 0 for none, and none for locks and pauses in transactions either */
  statementTimeoutMs: number;
}

/** A client of a pool, whose statements have a timeout. */
export class PooledClient extends MonitoredClient {
  readonly statementTimeoutMs: number;
  private readonly defaultLimitMs: number;
  private readonly statementNames = new Map<string, string>();

  constructor(config: pg.ClientConfig, { statementTimeoutMs, ...options }: PooledClientOptions) {
    super(config, { ...options, silenceLimitMs: silenceLimit(statementTimeoutMs) });
    this.statementTimeoutMs = statementTimeoutMs;
    this.defaultLimitMs = silenceLimit(statementTimeoutMs);
  }

  /** Prepares a new connection. Not recorded as a statement, since which request opens a connection is random. */
  prepareSession(): Promise<unknown> {
    return query.call(this, sessionSettings(this.statementTimeoutMs)) as Promise<unknown>;
  }

  /** The name under which a text is prepared; undefined for several statements, or one text too many. */
  getStatementName(sql: string): string | undefined {
    const name = this.statementNames.get(sql);
    if (name !== undefined || this.statementNames.size >= MAX_NAMES || sql.includes(';')) return name;
    this.statementNames.set(sql, `s${this.statementNames.size}`);
    return this.statementNames.get(sql);
  }

  /** Before each statement: the limit set by withStatementTimeout, if any. */
  applyTimeout(): void {
    const timeoutMs = currentStatementTimeout();
    this.silenceLimitMs = timeoutMs === undefined ? this.defaultLimitMs : silenceLimit(timeoutMs);
  }
}

interface PoolOptions extends PooledClientOptions {
  /** pg reads its parameters, such as sslmode */
  url: string;
  /** connections */
  size: number;
  /** 0 keeps idle connections */
  idleTimeoutMs: number;
  acquireTimeoutMs: number;
  applicationName: string;
}

export function createPool(options: PoolOptions): pg.Pool {
  /** The pool awaits the promise, which its types do not know. */
  const awaited: object = { onConnect: (client: PooledClient) => client.prepareSession() };
  const Client: typeof pg.Client = class extends PooledClient {
    constructor(config: pg.ClientConfig) {
      super(config, options);
    }
  };
  const pool = new pg.Pool({
    Client,
    connectionString: options.url,
    max: options.size,
    idleTimeoutMillis: options.idleTimeoutMs,
    connectionTimeoutMillis: options.acquireTimeoutMs,
    application_name: options.applicationName,
    ...keepAliveOptions,
    ...awaited,
  });
  // Without a listener the error of an idle connection would end the process.
  pool.on('error', () => undefined);
  return pool;
}

/** Inlines parameters as quoted literals, whose type PostgreSQL infers from the context as it does for parameters. */
export function withValues(text: string, values: readonly unknown[]): string {
  return text.replace(/\$(\d+)/g, (_parameter, number: string) => {
    const value = utils.prepareValue(values[Number(number) - 1]);
    return value === null ? 'null' : pg.escapeLiteral(value);
  });
}

/** Records the SQL statements of a unit of work; tests limit the number of statements with it. */
const recorder = new AsyncLocalStorage<string[]>();

export function recordStatements<T>(into: string[], work: () => T): T {
  return recorder.run(into, work);
}

export function recordStatement(sql: string): void {
  recorder.getStore()?.push(sql);
}

type ResultObserver = (sql: string, columns: readonly pg.FieldDef[]) => void;

let resultObserver: ResultObserver | undefined;

/** For tests, which compare the columns of results with their types in the code. */
export function observeResults(observer: ResultObserver): void {
  resultObserver = observer;
}

export function reportResult(sql: string, columns: readonly pg.FieldDef[]): void {
  resultObserver?.(sql, columns);
}
