interface Failure {
  message?: unknown;
  code?: unknown;
  constraint?: unknown;
  severity?: unknown;
  errors?: unknown;
}

/** An error and what it was caused by, however the layers above wrapped it. */
function* causesOf(error: unknown): Generator<Failure> {
  let current = error;
  for (let depth = 0; typeof current === 'object' && current !== null && depth < 5; depth++) {
    yield current;
    current = (current as { cause?: unknown }).cause;
  }
}

/** Every SQLSTATE has a digit, which tells it from the system's own codes (EPIPE). */
const SQL_STATE = /^(?=.*\d)[0-9A-Z]{5}$/;

/** The SQLSTATE of a database error; undefined when it is something else. */
export function sqlState(error: unknown): string | undefined {
  for (const { code } of causesOf(error)) if (typeof code === 'string' && SQL_STATE.test(code)) return code;
  return undefined;
}

/** The name of the constraint a write broke. */
export function brokenConstraint(error: unknown): string | undefined {
  for (const { constraint } of causesOf(error)) if (typeof constraint === 'string') return constraint;
  return undefined;
}

export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505';

/** Serialisation failure or deadlock: the same transaction may succeed when it is run again. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error) ?? '');

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** The database cannot be reached or is (re)starting or full of connections. */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error);
  // PostgreSQL's word for a message it cannot read, which is our mistake; a connection pooler in between ends connections with it.
  if (state === '08P01') return [...causesOf(error)].some(({ severity }) => severity === 'FATAL');
  if (state) return state.startsWith('08') || state.startsWith('57P') || state === '53300';
  for (const { code, message, errors } of causesOf(error)) {
    if (typeof code === 'string' && AWAY.has(code)) return true;
    if (
      typeof message === 'string' &&
      /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
        message,
      )
    )
      return true;
    // Happy eyeballs reports one error per address tried.
    if (Array.isArray(errors) && errors.some(isDatabaseAway)) return true;
  }
  return false;
}
