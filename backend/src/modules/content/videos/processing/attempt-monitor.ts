const REPORT_EVERY_MS = 1000;

/** The attempt was canceled, replaced or its video deleted. */
export class SupersededError extends Error {}

/**
 * Stores the progress of an attempt every second, and aborts the signal as soon as the attempt is no longer that of its
 * video, or the instance stops.
 */
export class AttemptMonitor implements Disposable {
  readonly signal: AbortSignal;
  /** percent; never decreases */
  private progress = 0;
  private readonly superseded = new AbortController();
  private timer: NodeJS.Timeout | undefined;

  /** @param report stores the percentage; resolves to false when the attempt is superseded */
  constructor(
    private readonly report: (percent: number) => Promise<boolean>,
    stopping: AbortSignal,
  ) {
    this.signal = AbortSignal.any([this.superseded.signal, stopping]);
  }

  /** @throws SupersededError */
  async start(): Promise<void> {
    await this.check();
    this.signal.throwIfAborted();
    this.schedule();
  }

  setProgress(percent: number): void {
    this.progress = Math.max(this.progress, percent);
  }

  /** @throws SupersededError when the result is false */
  requireCurrent(isCurrent: boolean): void {
    if (!isCurrent) this.superseded.abort(new SupersededError());
    this.signal.throwIfAborted();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private schedule(): void {
    this.timer = setTimeout(() => {
      void this.check()
        // The job's heartbeat watches the database as well; a missed report is repeated.
        .catch(() => undefined)
        .then(() => this.timer && !this.signal.aborted && this.schedule());
    }, REPORT_EVERY_MS);
  }

  private async check(): Promise<void> {
    if (!(await this.report(this.progress))) this.superseded.abort(new SupersededError());
  }
}
