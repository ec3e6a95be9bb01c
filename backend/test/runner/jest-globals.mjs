// What `@jest/globals` means in tests and their helpers. A helper is imported once and used by many test files, so
// these change with the file that runs.
export let jest, expect, test, it, describe, beforeAll, beforeEach, afterAll, afterEach;

export function useGlobals(current) {
  ({ jest, expect, test, it, describe, beforeAll, beforeEach, afterAll, afterEach } = current);
}
