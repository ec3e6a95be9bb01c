import type { HastNode } from '@hub/shared/markdown/hast';
import type { RawHtml } from '@hub/shared/markdown/parse-markdown';

/**
 * Protects from a worker that never ends. Work is bounded by the size of texts and trees, because a busy device may
 * need any time to parse an ordinary text.
 */
const TIMEOUT_MS = 60_000;
/** Concurrent workers: a page can have many long comments. */
const MAX_WORKERS = 2;

export interface ParseRequest {
  text: string;
  rawHtml: RawHtml;
  extent: 'beginning' | 'whole';
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

/** `tooLarge` recurs for the same text; `failed` means a limit of time or memory, or a script that did not load. */
export type ParseOutcome = 'done' | 'tooLarge' | 'failed';

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
  onPart: (part: ParsedPart) => void;
}

async function parseInWorker(request: ParseRequest, { signal, onPart }: ParseOptions): Promise<ParseOutcome> {
  if (signal.aborted) return 'failed';
  const worker = new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new Promise<ParseOutcome>((resolve) => {
    const fail = () => {
      resolve('failed');
    };
    signal.addEventListener('abort', fail);
    timer = setTimeout(fail, TIMEOUT_MS);
    worker.addEventListener('error', (event) => {
      // The page shows an error message, so the console stays free of it.
      event.preventDefault();
      fail();
    });
    worker.addEventListener('message', ({ data }: MessageEvent<typeof READY | ParsedPart | undefined>) => {
      if (data !== READY) {
        if (data && !signal.aborted) onPart(data);
        if (!data) resolve('tooLarge');
        else if (data.isLast) resolve('done');
        return;
      }
      clearTimeout(timer);
      timer = setTimeout(fail, TIMEOUT_MS);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers reach their own page only
      worker.postMessage(request);
    });
  }).finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}

export function parseMarkdownInWorker(request: ParseRequest, options: ParseOptions): Promise<ParseOutcome> {
  return runWithLimit(() => parseInWorker(request, options));
}
