import type { HastNode } from './hast';
import type { RawHtml } from './mdast-handlers';

/** Enough to parse any readable text on any device. */
export const TIMEOUT_MS = 2_000;
/** Used when the reader retries: a slow or busy device may need longer. */
export const EXTENDED_TIMEOUT_MS = 20_000;
/** The time limit for loading the worker script, which depends on the network. */
const WORKER_START_TIMEOUT_MS = 10_000;
/** Concurrent workers: a page can have many long comments. */
const MAX_WORKERS = 2;

export interface ParseRequest {
  text: string;
  rawHtml: RawHtml;
  /** The number of nodes the page renders. */
  maxNodes: number;
}

export interface ParseResult {
  tree: HastNode;
  isComplete: boolean;
}

/** The first message of a worker; each further message responds to a request. */
export const READY = 'ready';

let runningCount = 0;
const waitingResolvers: (() => void)[] = [];

/** Runs at most MAX_WORKERS tasks at once, the others in the order of their calls. */
async function runWithLimit<T>(work: () => Promise<T>): Promise<T> {
  if (runningCount < MAX_WORKERS) runningCount++;
  else await new Promise<void>((resolve) => waitingResolvers.push(resolve));
  try {
    return await work();
  } finally {
    const next = waitingResolvers.shift();
    if (next) next();
    else runningCount--;
  }
}

async function parseInWorker(
  request: ParseRequest,
  signal: AbortSignal,
  limitMs: number,
): Promise<ParseResult | undefined> {
  if (signal.aborted) return undefined;
  const worker = new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new Promise<ParseResult | undefined>((resolve) => {
    const fail = () => {
      resolve(undefined);
    };
    signal.addEventListener('abort', fail);
    timer = setTimeout(fail, WORKER_START_TIMEOUT_MS);
    worker.addEventListener('error', (event) => {
      // The page shows an error message, so the console stays free of it.
      event.preventDefault();
      fail();
    });
    worker.addEventListener('message', ({ data }: MessageEvent<typeof READY | ParseResult | undefined>) => {
      if (data !== READY) {
        resolve(data);
        return;
      }
      clearTimeout(timer);
      timer = setTimeout(fail, limitMs);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers reach their own page only
      worker.postMessage(request);
    });
  }).finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}

/** Parses in a worker. Resolves to undefined when the limits of time or memory are exceeded. */
export function parseMarkdownInWorker(
  request: ParseRequest,
  signal: AbortSignal,
  limitMs: number,
): Promise<ParseResult | undefined> {
  return runWithLimit(() => parseInWorker(request, signal, limitMs));
}
