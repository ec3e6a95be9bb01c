import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 20;

/** Yields to the event loop within a long computation: `if (slice.isOver) await slice.next();`. */
export class TimeSlice {
  private started = performance.now();

  get isOver(): boolean {
    return performance.now() - this.started > SLICE_MS;
  }

  async next(): Promise<void> {
    await nextTurn();
    this.started = performance.now();
  }
}
