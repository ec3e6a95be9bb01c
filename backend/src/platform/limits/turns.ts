import { DomainError } from '../../../platform/http/domain-error.js';

/** How many may wait; whoever comes then is told to come back, rather than after the browser has given up. */
const MAX_WAITING = 100;

/** Lets only so many pieces of heavy work run at once; the others wait in the order they came. */
export class Turns {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.free = atOnce;
  }

  /** @throws 503 when too many wait already */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else if (this.waiting.length >= MAX_WAITING) throw busy();
    else await new Promise<void>((next) => this.waiting.push(next));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}

const busy = () => new DomainError(503, 'busy', 'Too many images are being processed. Please try again shortly.', { retry_after: 10 });
