/** The SQLSTATE of a database error, however the layers above wrapped it; undefined when it is something else. */
export function sqlState(error: unknown): string | undefined {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    const code = (current as { code?: unknown }).code;
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return undefined;
}

/** The name of the constraint a write broke. */
export function brokenConstraint(error: unknown): string | undefined {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    const { constraint } = current as { constraint?: unknown };
    if (typeof constraint === 'string') return constraint;
  }
  return undefined;
}

export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505';

/** Serialisation failure or deadlock: the same transaction may succeed when it is run again. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error) ?? '');

const AWAY = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']);

/** The database cannot be reached or is (re)starting or full of connections. */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error);
  if (state) return state.startsWith('08') || state.startsWith('57P') || state === '53300';
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    if (AWAY.has((current as { code?: string }).code ?? '')) return true;
    if (/Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(current.message)) return true;
    // Happy eyeballs reports one error per address tried.
    if (current instanceof AggregateError && current.errors.some(isDatabaseAway)) return true;
  }
  return false;
}
