import type { Readable } from 'node:stream';

/** How long a refused upload is read. */
const DISCARD_TIMEOUT_MS = 60_000;

/**
 * Reads and discards a refused upload. Closing the connection instead would hide the response from clients that send
 * everything before they read, as browsers do.
 */
export function discard(source: Readable): void {
  if (source.destroyed || source.readableEnded) return;
  source.on('error', () => undefined);
  const timer = setTimeout(() => source.destroy(), DISCARD_TIMEOUT_MS).unref();
  source.once('close', () => clearTimeout(timer));
  source.resume();
}
