let isPending = false;

/** Whether the browser is about to take over the server's HTML, which it does not have to render itself. */
export const isHydrating = (): boolean => isPending;

export function setHydrating(value: boolean): void {
  isPending = value;
}

/** For a part of the page that is taken over later. */
export function whileHydrating<Result>(work: () => Result): Result {
  const before = isPending;
  isPending = true;
  try {
    return work();
  } finally {
    isPending = before;
  }
}
