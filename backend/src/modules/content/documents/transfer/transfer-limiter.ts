import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { busy, tooManyRequests } from '../../../../platform/errors/domain-error.js';
import { Semaphore } from '../../../../platform/limits/semaphore.js';
import type { Localized } from '../../../../platform/language/texts.js';

/** Runs one step of an import or export when a slot is free. A step handles one file and holds at most its text. */
export type RunStep = <T>(step: () => Promise<T>) => Promise<T>;

declare module 'fastify' {
  interface FastifyRequest {
    /** ends the user's import or export before the response, which its client may answer with the next one */
    endTransfer?: () => void;
  }
}

export const runImmediately: RunStep = (step) => step();

/** Concurrent steps in this process. */
const CONCURRENCY = 2;
/** Imports and exports in progress, including uploads, downloads and waiting ones. */
const MAX_TRANSFERS = 22;
/** Steps of one import or export that run or wait at once: an import prepares documents ahead. */
export const MAX_STEPS = 3;
const RETRY_SECONDS = 10;
const BUSY: Localized = (texts) => texts.content.tooManyTransfers;

/**
 * Limits imports and exports to one per user and two concurrent steps. They take turns file by file, so that neither a
 * long import nor a slow client blocks the others.
 */
@Injectable()
export class TransferLimiter {
  private readonly users = new Set<string>();
  private readonly semaphore = new Semaphore({
    concurrency: CONCURRENCY,
    maxQueued: MAX_TRANSFERS * MAX_STEPS,
    busyMessage: BUSY,
  });

  /** Number of imports and exports in progress. */
  get size(): number {
    return this.users.size;
  }

  /**
   * Admits an import or export before its body is read.
   * @returns a function that ends it
   * @throws 429 while the user has another one, 503 when there are too many
   */
  admit(userId: string): () => void {
    if (this.users.has(userId)) throw tooManyRequests((texts) => texts.content.transferRunning, RETRY_SECONDS);
    if (this.users.size >= MAX_TRANSFERS) throw busy(BUSY, RETRY_SECONDS);
    this.users.add(userId);
    let hasEnded = false;
    return () => {
      // A second call must not end the user's next one.
      if (!hasEnded) this.users.delete(userId);
      hasEnded = true;
    };
  }

  /** Runs one step when a slot is free. @throws the signal's reason when it is aborted before */
  step<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.semaphore.run(work, signal);
  }
}

/** Admits an import or export before its body is read, and until its handler has settled. */
@Injectable()
export class TransferInterceptor implements NestInterceptor {
  constructor(private readonly slots: TransferLimiter) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const end = this.slots.admit(request.actor?.id ?? '');
    request.endTransfer = end;
    return from(lastValueFrom(next.handle(), { defaultValue: undefined }).finally(end));
  }
}
