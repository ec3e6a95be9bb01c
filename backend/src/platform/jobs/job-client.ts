import type pg from 'pg';
import { MonitoredClient, type MonitoredClientOptions, overrideQuery, query } from '../database/monitored-client.js';

/** For fetching, completing and supervising jobs. */
const LIMIT_MS = 30_000;
/** Changes of pg-boss's schema. */
const SCHEMA_LIMIT_MS = 3600_000;
const SCHEMA_CHANGE = /\b(?:alter|create|drop|reindex)\s+(?:concurrently|function|index|schema|table|type|unique)\b/i;

/**
 * Silence limit of a statement. Supervision is not among the slow statements: while it hangs on a dead connection, lost
 * jobs are not retried.
 */
export const silenceLimitOf = (text: unknown): number =>
  typeof text === 'string' && SCHEMA_CHANGE.test(text) ? SCHEMA_LIMIT_MS : LIMIT_MS;

/** The class for pg-boss's pool. */
export const jobClientClass = (options: MonitoredClientOptions): typeof pg.Client => {
  class JobClient extends MonitoredClient {
    constructor(config: pg.ClientConfig) {
      super(config, { ...options, silenceLimitMs: LIMIT_MS });
    }
  }
  overrideQuery(JobClient.prototype, function (...args) {
    this.silenceLimitMs = silenceLimitOf(args[0]);
    return query.apply(this, args);
  });
  return JobClient;
};
