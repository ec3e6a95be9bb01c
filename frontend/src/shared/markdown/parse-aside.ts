import type { HastNode } from './hast';

const GIVE_UP_AFTER_MS = 10_000;

/** Parses beside the page. Answers undefined when the text is too intricate: it takes too long, or too much memory. */
export function parseAside(text: string, signal: AbortSignal): Promise<HastNode | undefined> {
  const worker = new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<HastNode | undefined>((resolve) => {
    const fail = () => {
      resolve(undefined);
    };
    signal.addEventListener('abort', fail);
    setTimeout(fail, GIVE_UP_AFTER_MS);
    worker.addEventListener('error', (event) => {
      // Told to the reader in words, so the console need not hear of it.
      event.preventDefault();
      fail();
    });
    worker.addEventListener('message', ({ data }: MessageEvent<HastNode>) => {
      resolve(data);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page speaks to its own worker only
    worker.postMessage(text);
  }).finally(() => {
    worker.terminate();
  });
}
