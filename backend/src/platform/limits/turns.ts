import { DomainError } from '../http/domain-error.js';

interface TurnsOptions {
  /** how many pieces of work run at once */
  atOnce: number;
  /** how many may wait; whoever comes then is told to come back, rather than after the browser has given up */
  waiting: number;
  /** what they are told */
  sentence: string;
}

/** Lets only so many pieces of heavy work run at once in this process; the others wait in the order they came. */
export class Turns {
  private free: number;
  private readonly queue: (() => void)[] = [];

  constructor(private readonly options: TurnsOptions) {
    this.free = options.atOnce;
  }

  /** @throws 503 when too many wait already */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else if (this.queue.length >= this.options.waiting)
      throw new DomainError(503, 'busy', this.options.sentence, { retry_after: 10 });
    else await new Promise<void>((next) => this.queue.push(next));
    try {
      return await work();
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.free++;
    }
  }
}
