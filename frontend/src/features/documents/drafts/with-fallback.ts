/** Browsers may refuse storage, for example in private windows; the fallback keeps the form working without drafts. */
export async function withFallback<T>(fallback: T, operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch {
    return fallback;
  }
}
