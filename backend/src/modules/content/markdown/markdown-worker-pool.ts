import type { Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import pLimit from 'p-limit';

export interface MarkdownWorkerPoolOptions {
  /**
   * the module the worker runs; its default export maps a text to a result, or to null for a text of too many tokens.
   * The first text is empty, and starts the worker.
   */
  filename: string;
  /**
   * Protects from a text that never ends. An ordinary text of the greatest length takes a second, so that it is parsed
   * on a busy machine, too.
   */
  taskTimeoutMs?: number;
  /** how long a caller waits for its text, in the queue or being parsed; the parsing is not stopped */
  waitTimeoutMs?: number;
  /** limit for starting the worker */
  startTimeoutMs?: number;
  /**
   * Heap limit of the worker. The parser's own limit (TooManyTokens) is far below it, because Node ends the whole
   * process, not only the worker, when one allocation exceeds the heap limit by more than 16 MB.
   */
  maxHeapMb?: number;
}

/** Why a text has no result: `busy` does not depend on the text; the other reasons recur for the same text. */
export class MarkdownFailure {
  constructor(
    readonly reason: 'busy' | 'timeout' | 'size' | 'error',
    readonly cause?: unknown,
  ) {}
}

const IDLE_TIMEOUT_MS = 20_000;
/**
 * With the default the worker takes 150 MB more for the tokens of large texts, and the process keeps them afterwards.
 */
const YOUNG_GENERATION_MB = 16;

/**
 * A pool of one worker thread that parses Markdown, one text at a time, each within a time and a memory limit. A worker
 * that exceeds a limit is terminated and replaced for the next text. The worker starts with the first text, ends when
 * idle, and does not keep the process alive.
 */
export class MarkdownWorkerPool<Result, Task = string> {
  private readonly pool: Piscina<Task | '', Result | null>;
  private readonly queue = pLimit(1);
  private readonly taskTimeoutMs: number;
  private readonly waitTimeoutMs: number;
  private readonly startTimeoutMs: number;
  private startedWorker: Worker | undefined;
  private isClosed = false;

  /** @param onError receives errors of a worker that is starting */
  constructor(onError: (error: unknown) => void, options: MarkdownWorkerPoolOptions) {
    const {
      filename,
      taskTimeoutMs = 10_000,
      waitTimeoutMs = 2000,
      startTimeoutMs = 10_000,
      maxHeapMb = 512,
    } = options;
    this.taskTimeoutMs = taskTimeoutMs;
    this.waitTimeoutMs = waitTimeoutMs;
    this.startTimeoutMs = startTimeoutMs;
    const resourceLimits = { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB };
    this.pool = new Piscina({ filename, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_TIMEOUT_MS, resourceLimits });
    this.pool.on('error', onError);
  }

  parse(markdown: Task, { hasWaitTimeout = true } = {}): Promise<Result | MarkdownFailure> {
    return new Promise((resolve, reject) => {
      let hasTimedOut = false;
      const onWaitTimeout = () => {
        hasTimedOut = true;
        resolve(new MarkdownFailure('busy'));
      };
      const waitTimer = hasWaitTimeout ? setTimeout(onWaitTimeout, this.waitTimeoutMs) : undefined;
      const task = async () => {
        if (!hasTimedOut) resolve(await this.run(markdown));
        clearTimeout(waitTimer);
      };
      this.queue(task).catch(reject);
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.pool.destroy();
  }

  private async run(markdown: Task): Promise<Result | MarkdownFailure> {
    if (!(await this.ensureStarted())) return new MarkdownFailure('busy');
    const signal = AbortSignal.timeout(this.taskTimeoutMs);
    try {
      return (await this.pool.run(markdown, { signal })) ?? new MarkdownFailure('size');
    } catch (error) {
      if (this.isClosed) return new MarkdownFailure('busy');
      return signal.aborted ? new MarkdownFailure('timeout') : new MarkdownFailure('error', error);
    }
  }

  /** Starts the worker before the text's own time begins. @returns whether it runs */
  private async ensureStarted(): Promise<boolean> {
    if (this.isClosed) return false;
    // The pool also lists a worker that is still starting.
    if (this.startedWorker && this.pool.threads[0] === this.startedWorker) return true;
    try {
      await this.pool.run('', { signal: AbortSignal.timeout(this.startTimeoutMs) });
    } catch {
      return false;
    }
    this.startedWorker = this.pool.threads[0];
    return !this.isClosed;
  }
}
