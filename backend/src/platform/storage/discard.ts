import type { Readable } from 'node:stream';

/** How long we go on listening to what nobody wants. */
const PATIENCE_MS = 60_000;

/**
 * Reads off an upload that was refused. Were it cut off instead, a client that sends everything before it listens (browsers
 * do) would wait for ever, or see a broken connection, and never the reason.
 */
export function discard(source: Readable): void {
  if (source.destroyed || source.readableEnded) return;
  source.on('error', () => undefined);
  const timer = setTimeout(() => source.destroy(), PATIENCE_MS).unref();
  source.once('close', () => clearTimeout(timer));
  source.resume();
}
