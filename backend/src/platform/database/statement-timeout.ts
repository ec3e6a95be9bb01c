import { AsyncLocalStorage } from 'node:async_hooks';

/** For the statements of a request. */
export const STATEMENT_TIMEOUT_MS = 8000;
/**
 * For the pauses between the statements of a request's transaction. When its connection is lost in between, the server
 * holds its locks for so long.
 */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 5000;
/**
 * Shorter than the pause: of several lost transactions that wait for each other, only the first may hold its locks, or
 * each of them would for the whole pause.
 */
const LOCK_TIMEOUT_MS = 4000;

/** The server gives up sessions of clients that have vanished. TCP alone may take hours to report them. */
export const KEEP_ALIVE_SETTINGS = `
  set tcp_keepalives_idle = 10;
  set tcp_keepalives_interval = 5;
  set tcp_keepalives_count = 3;
  set tcp_user_timeout = 15000;
`;

/**
 * For each new connection of a pool. By itself PostgreSQL plans a prepared statement anew for each call as long as it
 * takes the plan for these values to be cheaper, and it knows no price for the planning: a millisecond for a list that
 * is read in a tenth of one.
 * @param statementTimeoutMs 0 for none
 */
export const sessionSettings = (statementTimeoutMs: number): string => `
  set plan_cache_mode = force_generic_plan;
  set statement_timeout = ${statementTimeoutMs};
  set lock_timeout = ${Math.min(statementTimeoutMs, LOCK_TIMEOUT_MS)};
  set idle_in_transaction_session_timeout = ${Math.min(statementTimeoutMs, IDLE_IN_TRANSACTION_TIMEOUT_MS)};
  ${KEEP_ALIVE_SETTINGS}
`;

/** However long the statements of a job may take: if its connection is lost in a pause, its retry waits for the locks. */
const MAX_PAUSE_MS = 15_000;

/** Begins a transaction whose statements and locks have this time, and its pauses up to {@link MAX_PAUSE_MS}. */
export const beginWithTimeout = (ms: number): string => `
  begin;
  set local statement_timeout = ${ms};
  set local lock_timeout = ${ms};
  set local idle_in_transaction_session_timeout = ${Math.min(ms, MAX_PAUSE_MS)};
`;

/** For requests whose statements take longer the more rows they change. */
export const BULK_STATEMENT_TIMEOUT_MS = 60_000;

const timeouts = new AsyncLocalStorage<number>();

/** In milliseconds, 0 for none; undefined when the statements have the default of their connection. */
export const currentStatementTimeout = (): number | undefined => timeouts.getStore();

/** Gives background work and bulk commands more time for each statement than other requests have. */
export const withStatementTimeout = <T>(ms: number, work: () => T): T => timeouts.run(ms, work);
