import pLimit, { type LimitFunction } from 'p-limit';
import { busy } from '../errors/domain-error.js';
import type { Localized } from '../language/texts.js';

interface SemaphoreOptions {
  /** how many tasks run at the same time */
  concurrency: number;
  /** how many tasks may wait; further ones are refused, since a browser would give up before they start */
  maxQueued: number;
  /** detail of the 503 */
  busyMessage: Localized;
}

/**
 * Limits how many heavy tasks run at the same time in this process. Adds a bounded queue and cancellation to p-limit.
 */
export class Semaphore {
  private readonly limit: LimitFunction;
  /** Running and waiting tasks, without aborted ones that p-limit still has in its queue. */
  private admitted = 0;

  constructor(private readonly options: SemaphoreOptions) {
    this.limit = pLimit(options.concurrency);
  }

  /**
   * Tasks start in the order of the calls.
   * @param signal removes the task from the queue; a running task has to observe it
   * @throws 503 when too many tasks wait already, the signal's reason when it is aborted before the task starts
   */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const { concurrency, maxQueued, busyMessage } = this.options;
    if (this.admitted >= concurrency + maxQueued) throw busy(busyMessage);
    this.admitted++;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const leave = () => {
      this.admitted--;
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', leave, { once: true });
    void this.limit(async () => {
      signal?.removeEventListener('abort', leave);
      if (signal?.aborted) return;
      try {
        resolve(await task());
      } catch (error) {
        reject(error);
      } finally {
        this.admitted--;
      }
    });
    return promise;
  }
}
