import { createHash } from 'node:crypto';
import pg from 'pg';
import { MonitoredClient, type MonitoredClientOptions, overrideQuery, query } from './monitored-client.js';
import { isDatabaseAway } from './pg-errors.js';
import { beginWithTimeout, currentStatementTimeout, sessionSettings } from './statement-timeout.js';
import { noteStatement } from './statements.js';

/** What pg makes of a value before it is sent; its types leave this out. */
const { prepareValue } = (pg as typeof pg & { utils: { prepareValue(this: void, value: unknown): string | null } })
  .utils;

/** Marks a text that is worth a named prepared statement: one parse and plan per connection instead of one per call. */
export const PREPARED = '/*ps*/ ';

/** Marks a text that is planned anew for the values of each call, with the values in it: what has parameters is planned once for all values. */
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

/** A pg client that turns texts marked with {@link PREPARED} into named prepared statements and notes what it runs. */
export class NamedClient extends MonitoredClient {
  readonly statementTimeoutMs: number;
  private readonly defaultLimitMs: number;

  constructor(config: pg.ClientConfig, { statementTimeoutMs, ...options }: NamedClientOptions) {
    super(config, { ...options, silenceLimitMs: silenceLimit(statementTimeoutMs) });
    this.statementTimeoutMs = statementTimeoutMs;
    this.defaultLimitMs = silenceLimit(statementTimeoutMs);
  }

  /** For each new connection. Not noted as a statement: which request a new connection is made for is chance. */
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
 * Kysely gives a connection back to the pool only once its rollback has succeeded, and never after a failed begin. On a
 * broken connection both must therefore seem to succeed, or the pool is empty after twenty of them: the server has rolled
 * back by itself, what follows a begin fails as it would have, and the pool drops a broken connection when it comes back.
 */
async function evenIfBroken(answer: unknown): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    return { command: '', rowCount: null, rows: [] };
  }
}

overrideQuery(NamedClient.prototype, function (...args) {
  const [text, values, ...rest] = args;
  if (typeof text === 'string') noteStatement(text);
  const timeoutMs = this.applyTimeout();
  if (text === 'begin' && timeoutMs) return evenIfBroken(query.call(this, beginWithTimeout(timeoutMs)));
  if (text === 'begin' || text === 'rollback') return evenIfBroken(query.apply(this, args));
  if (typeof text !== 'string' || !Array.isArray(values) || !(text.startsWith(PREPARED) || text.startsWith(PLANNED)))
    return query.apply(this, args);
  const asked = text.startsWith(PREPARED) ? { name: nameOf(text), text, values } : { text: withValues(text, values) };
  // The ORM's pool leaves times as text for its own mapping; reads get pg's own types, with Dates.
  const config = { ...asked, types: pg.types };
  if (rest.length) return query.call(this, config, ...rest);
  // By a callback: what pg keeps of a promise of its own outlives the answer until all memory is gone through.
  return new Promise((resolve, reject) =>
    query.call(this, config, undefined, (error: Error | null, result: unknown) =>
      error ? reject(error) : resolve(result),
    ),
  );
});

/** The parameters as quoted literals, which take the type that stands around them as parameters do. */
function withValues(text: string, values: unknown[]): string {
  return text.replace(/\$(\d+)/g, (_parameter, number: string) => {
    const value = prepareValue(values[Number(number) - 1]);
    return value === null ? 'null' : pg.escapeLiteral(value);
  });
}
