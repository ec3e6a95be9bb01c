interface Sample {
  /** In milliseconds. */
  at: number;
  bytes: number;
}

/** Long enough to even out the bursts of a connection, short enough to notice that it has become slower. */
const WINDOW_MS = 6000;
/** The first moment says little about the speed. */
const MIN_WINDOW_MS = 1000;

/** Measures the speed of a transfer over its last seconds. */
export class TransferRate {
  private samples: Sample[] = [];

  add(bytes: number, at = performance.now()): void {
    this.samples.push({ at, bytes });
    const from = at - WINDOW_MS;
    // One sample from before the window stays as its beginning.
    while (this.samples.length > 2 && (this.samples[1]?.at ?? at) <= from) this.samples.shift();
  }

  /** After a pause, which is no part of the speed. */
  reset(): void {
    this.samples = [];
  }

  /** Undefined until there are enough samples. */
  get bytesPerSecond(): number | undefined {
    const [first, last] = [this.samples[0], this.samples.at(-1)];
    if (!first || !last || last.at - first.at < MIN_WINDOW_MS) return undefined;
    return ((last.bytes - first.bytes) / (last.at - first.at)) * 1000;
  }
}
