import { createHash } from 'node:crypto';
import pg from 'pg';
import { MonitoredClient, type MonitoredClientOptions, overrideQuery, query } from './monitored-client.js';
import { isDatabaseAway } from './pg-errors.js';
import { beginWithTimeout, currentStatementTimeout, sessionSettings } from './statement-timeout.js';
import { AsyncLocalStorage } from 'node:async_hooks';

/** Serialises a parameter as pg does before it sends it; missing in its types. */
const { prepareValue } = (pg as typeof pg & { utils: { prepareValue(this: void, value: unknown): string | null } })
  .utils;

/** Marks a statement that becomes a named prepared statement: parsed and planned once per connection. */
export const PREPARED = '/*ps*/ ';

/**
 * Marks a statement that is planned for each call. Its values are inlined, because a statement with parameters gets a
 * generic plan.
 */
export const PLANNED = '/*plan*/ ';

const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = createHash('sha1').update(text).digest('hex');
    names.set(text, name);
  }
  return name;
}

/** The server cancels first, with an error that leaves the connection usable. */
const CANCEL_MARGIN_MS = 1000;

const silenceLimit = (timeoutMs: number) => (timeoutMs ? timeoutMs + CANCEL_MARGIN_MS : Infinity);

interface NamedClientOptions extends MonitoredClientOptions {
  /** for a statement; 0 for none, and none for locks and pauses in transactions either */
  statementTimeoutMs: number;
}

/**
 * A pg client that turns statements marked with {@link PREPARED} into named prepared statements and records what it
 * runs.
 */
export class NamedClient extends MonitoredClient {
  readonly statementTimeoutMs: number;
  private readonly defaultLimitMs: number;

  constructor(config: pg.ClientConfig, { statementTimeoutMs, ...options }: NamedClientOptions) {
    super(config, { ...options, silenceLimitMs: silenceLimit(statementTimeoutMs) });
    this.statementTimeoutMs = statementTimeoutMs;
    this.defaultLimitMs = silenceLimit(statementTimeoutMs);
  }

  /** Prepares a new connection. Not recorded as a statement, since which request opens a connection is random. */
  prepareSession(): Promise<unknown> {
    return query.call(this, sessionSettings(this.statementTimeoutMs)) as Promise<unknown>;
  }

  /** @returns the timeout set by withStatementTimeout, if any */
  applyTimeout(): number | undefined {
    const timeoutMs = currentStatementTimeout();
    this.silenceLimitMs = timeoutMs === undefined ? this.defaultLimitMs : silenceLimit(timeoutMs);
    return timeoutMs;
  }
}

/** The class for a pool. */
export const namedClientClass = (options: NamedClientOptions): typeof pg.Client =>
  class extends NamedClient {
    constructor(config: pg.ClientConfig) {
      super(config, options);
    }
  };

/**
 * Kysely releases a connection only after its rollback has succeeded, and never after a failed begin. On a broken
 * connection both must therefore appear to succeed, or the pool runs out of connections: the server has already rolled
 * back, the statements after a begin fail as usual, and the pool removes a broken connection on release.
 */
async function ignoreConnectionErrors(result: unknown): Promise<unknown> {
  try {
    return await result;
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    return { command: '', rowCount: null, rows: [] };
  }
}

overrideQuery(NamedClient.prototype, function (...args) {
  const [text, values, ...rest] = args;
  if (typeof text === 'string') recordStatement(text);
  const timeoutMs = this.applyTimeout();
  if (text === 'begin' && timeoutMs) return ignoreConnectionErrors(query.call(this, beginWithTimeout(timeoutMs)));
  if (text === 'begin' || text === 'rollback') return ignoreConnectionErrors(query.apply(this, args));
  if (typeof text !== 'string' || !Array.isArray(values) || !(text.startsWith(PREPARED) || text.startsWith(PLANNED)))
    return query.apply(this, args);
  const statement = text.startsWith(PREPARED)
    ? { name: nameOf(text), text, values }
    : { text: withValues(text, values) };
  // The ORM's pool returns times as text for its own mapping; reads get pg's types with Dates.
  const config = { ...statement, types: pg.types };
  if (rest.length) return query.call(this, config, ...rest);
  // Callback API: pg's own promises survive until a full garbage collection.
  return new Promise((resolve, reject) =>
    query.call(this, config, undefined, (error: Error | null, result: unknown) =>
      error ? reject(error) : resolve(result),
    ),
  );
});

/** Inlines parameters as quoted literals, whose type PostgreSQL infers from the context as it does for parameters. */
function withValues(text: string, values: unknown[]): string {
  return text.replace(/\$(\d+)/g, (_parameter, number: string) => {
    const value = prepareValue(values[Number(number) - 1]);
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
