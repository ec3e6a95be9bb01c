import { AsyncLocalStorage } from 'node:async_hooks';

/** For the statements of a request. */
export const STATEMENT_TIMEOUT_MS = 8000;
/**
 * For the pauses between the statements of a request's transaction. When its connection is lost in between, the server
 * holds its locks for so long.
 */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 5000;
/**
 * Shorter than the idle timeout: when several lost transactions wait for each other, only the first holds its locks for
 * the whole idle timeout.
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
 * Settings of each new connection of a pool. Generic plans are forced: PostgreSQL would otherwise plan a prepared
 * statement for each call while custom plans look cheaper, and its estimate ignores the planning time, which for a list
 * is ten times the execution time.
 * @param statementTimeoutMs 0 for none
 */
export const sessionSettings = (statementTimeoutMs: number): string => `
  set plan_cache_mode = force_generic_plan;
  set statement_timeout = ${statementTimeoutMs};
  set lock_timeout = ${Math.min(statementTimeoutMs, LOCK_TIMEOUT_MS)};
  set idle_in_transaction_session_timeout = ${Math.min(statementTimeoutMs, IDLE_IN_TRANSACTION_TIMEOUT_MS)};
  ${KEEP_ALIVE_SETTINGS}
`;

/**
 * Limits pauses of jobs whose statements may take longer: when the connection is lost in a pause, the retry waits for
 * the locks.
 */
const MAX_PAUSE_MS = 15_000;

/** Begins a transaction with this timeout for statements and locks, and up to {@link MAX_PAUSE_MS} for pauses. */
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

/**
 * Raises the timeout of each statement of background work and bulk commands, in all services that `work` calls. It is
 * no parameter, because those services serve requests too and do not know who calls them.
 */
export const withStatementTimeout = <T>(ms: number, work: () => T): T => timeouts.run(ms, work);
