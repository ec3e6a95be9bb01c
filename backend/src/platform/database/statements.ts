import { AsyncLocalStorage } from 'node:async_hooks';

/** Records the SQL statements of a unit of work; tests limit the number of statements with it. */
const recorder = new AsyncLocalStorage<string[]>();

export function recordStatements<T>(into: string[], work: () => T): T {
  return recorder.run(into, work);
}

export function recordStatement(sql: string): void {
  recorder.getStore()?.push(sql);
}
