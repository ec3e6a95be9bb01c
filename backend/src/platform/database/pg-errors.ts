interface Failure {
  message?: unknown;
  code?: unknown;
  constraint?: unknown;
  severity?: unknown;
}

/** Iterates over an error and its causes. */
function* getCauses(error: unknown): Generator<Failure> {
  let current = error;
  for (let depth = 0; typeof current === 'object' && current !== null && depth < 5; depth++) {
    yield current;
    current = (current as { cause?: unknown }).cause;
  }
}

/** Every SQLSTATE contains a digit; system error codes of five letters (EPIPE) do not. */
const SQL_STATE = /^(?=.*\d)[0-9A-Z]{5}$/;

/** The SQLSTATE of a database error; undefined when it is something else. */
export function sqlState(error: unknown): string | undefined {
  for (const { code } of getCauses(error)) if (typeof code === 'string' && SQL_STATE.test(code)) return code;
  return undefined;
}

/** The name of the constraint a write broke. */
export function brokenConstraint(error: unknown): string | undefined {
  for (const { constraint } of getCauses(error)) if (typeof constraint === 'string') return constraint;
  return undefined;
}

export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505';

/** Serialisation failure or deadlock: the same transaction may succeed when it is run again. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error) ?? '');

/** A string key, because the ORM copies only named properties to the errors that it throws. */
const MARK = 'isDatabaseConnectionFailure';

/**
 * Marks an error as raised by a database connection. Codes such as ECONNRESET also occur on connections of clients, the
 * mail server and the object storage.
 */
export function markConnectionFailure<E extends Error>(error: E): E {
  if (!Object.hasOwn(error, MARK)) Object.defineProperty(error, MARK, { value: true });
  return error;
}

const isConnectionFailure = (error: object): boolean => MARK in error;

/** Messages of pg and its pool for connection errors without a code. */
const CONNECTION_MESSAGES = new RegExp(
  [
    'Connection terminated',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error',
    'Client was closed and is not queryable',
  ].join('|'),
);

/** Whether the database is unreachable, (re)starting or out of connections. Failures of other sockets do not count. */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error);
  // 08P01 (protocol violation) is a bug of ours, unless it is FATAL: connection poolers end connections with it.
  if (state === '08P01') return [...getCauses(error)].some(({ severity }) => severity === 'FATAL');
  // 25P03: the server ended a transaction that was idle for too long.
  if (state) return state.startsWith('08') || state.startsWith('57P') || state === '53300' || state === '25P03';
  for (const cause of getCauses(error)) {
    if (isConnectionFailure(cause)) return true;
    if (typeof cause.message === 'string' && CONNECTION_MESSAGES.test(cause.message)) return true;
  }
  return false;
}

/** disk_full and read_only_sql_transaction: reads work, writes fail. */
const UNWRITABLE = new Set(['53100', '25006']);

const isUnwritable = (error: unknown): boolean => UNWRITABLE.has(sqlState(error) ?? '');

/**
 * Runs a write that only accompanies a read, such as a last-seen time: a database that takes no writes must not fail
 * the read. Not for use inside a transaction, which a failed statement aborts.
 */
export async function optionalWrite(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isUnwritable(error)) throw error;
  }
}

/** One sentence for the operator about a connection that DATABASE_URL does not allow; undefined for other errors. */
export function describeConnectionError(error: unknown): string | undefined {
  if (isDatabaseAway(error)) return `DATABASE_URL: PostgreSQL cannot be reached there (${firstMessage(error)}).`;
  const state = sqlState(error);
  if (state === '28P01' || state === '28000') return 'DATABASE_URL: PostgreSQL refused its user or password.';
  if (state === '3D000') return 'DATABASE_URL: the database it names does not exist.';
  return undefined;
}

function firstMessage(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return first instanceof Error ? first.message : String(first);
}
