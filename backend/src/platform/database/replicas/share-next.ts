/**
 * Runs a measurement for many callers, one run at a time. Calls during a run share the next one, so that each caller
 * gets a result that was measured after its call.
 */
export function shareNext<Result>(measure: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | undefined;
  const start = (): Promise<Result> => {
    next = undefined;
    const running = measure();
    current = running.catch(() => undefined);
    return running;
  };
  return () => (next ??= current.then(start));
}
