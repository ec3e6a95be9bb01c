import { AsyncLocalStorage } from 'node:async_hooks';

/** The SQL texts that ran inside one piece of work; tests use it to hold reads to their number of statements. */
const recorder = new AsyncLocalStorage<string[]>();

export function recordStatements<T>(into: string[], work: () => T): T {
  return recorder.run(into, work);
}

export function noteStatement(sql: string): void {
  recorder.getStore()?.push(sql);
}
