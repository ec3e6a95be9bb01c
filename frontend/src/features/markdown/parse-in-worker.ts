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
  /** `whole` cuts huge blocks, `everything` cuts nothing. */
  extent: 'beginning' | 'whole' | 'everything';
}

/** Some of the outermost blocks of a text. */
export interface ParsedPart {
  /** Its position; a later part of the same index replaces an earlier one. */
  index: number;
  tree: HastNode;
  /** Whether nodes were left out. */
  isCut: boolean;
  isLast: boolean;
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

interface ParseOptions {
  signal: AbortSignal;
  limitMs: number;
  onPart: (part: ParsedPart) => void;
}

async function parseInWorker(request: ParseRequest, { signal, limitMs, onPart }: ParseOptions): Promise<boolean> {
  if (signal.aborted) return false;
  const worker = new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new Promise<boolean>((resolve) => {
    const fail = () => {
      resolve(false);
    };
    signal.addEventListener('abort', fail);
    timer = setTimeout(fail, WORKER_START_TIMEOUT_MS);
    worker.addEventListener('error', (event) => {
      // The page shows an error message, so the console stays free of it.
      event.preventDefault();
      fail();
    });
    worker.addEventListener('message', ({ data }: MessageEvent<typeof READY | ParsedPart | undefined>) => {
      clearTimeout(timer);
      if (data !== READY) {
        if (data && !signal.aborted) onPart(data);
        if (!data || data.isLast) resolve(data !== undefined);
        return;
      }
      timer = setTimeout(fail, limitMs);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers reach their own page only
      worker.postMessage(request);
    });
  }).finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}

/** Parses in a worker. Resolves to false when the limits of time or memory are exceeded. */
export function parseMarkdownInWorker(request: ParseRequest, options: ParseOptions): Promise<boolean> {
  return runWithLimit(() => parseInWorker(request, options));
}
