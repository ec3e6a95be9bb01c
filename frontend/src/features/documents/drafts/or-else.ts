/** Browsers may refuse to store anything, in private windows for example; then nothing is kept, and nothing breaks. */
export async function orElse<T>(otherwise: T, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch {
    return otherwise;
  }
}
