/** Between two writes, which would otherwise follow each key. */
const INTERVAL_MS = 150;
const MAX_IDLE_WAIT_MS = 100;

/** Runs when the browser has nothing else to do, so that typing stays fast. */
function runWhenIdle(run: () => void): void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: MAX_IDLE_WAIT_MS });
  else setTimeout(run);
}

/** Writes the latest of what it is given, one at a time, within a quarter of a second if the browser keeps up. */
export class IdleWriter {
  private pending: (() => Promise<unknown>) | undefined;
  private isBusy = false;

  write(write: () => Promise<unknown>): void {
    this.pending = write;
    if (!this.isBusy) this.schedule();
  }

  /** Drops what has not been written. */
  cancel(): void {
    this.pending = undefined;
  }

  private schedule(): void {
    this.isBusy = true;
    setTimeout(() => {
      runWhenIdle(() => void this.writePending());
    }, INTERVAL_MS);
  }

  private async writePending(): Promise<void> {
    const write = this.pending;
    this.pending = undefined;
    await write?.();
    this.isBusy = false;
    if (this.pending) this.schedule();
  }
}
