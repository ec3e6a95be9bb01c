import type { Readable } from 'node:stream';
import { DomainError, requestAborted } from '../../errors/domain-error.js';
import type { BodyReservation } from './body-memory.js';

/** How long a body may pause, and how long all of it may take. 3 MB in a minute is a slow mobile connection. */
export const BODY_TIMEOUTS = { idleMs: 10_000, totalMs: 60_000 };

/** Initial size of the buffer, which most bodies fit into. */
const FIRST_BYTES = 4096;
/** Legitimate clients do not send bodies in many tiny chunks, which cost far more work than their size. */
const TINY_PARTS = { count: 1000, averageBytes: 64 };

interface ReadOptions {
  /** in bytes */
  limit: number;
  /** the Content-Length header; undefined without one */
  announced: number | undefined;
  memory: BodyReservation;
  /** gets each chunk as it arrives; throws to refuse the body */
  inspect: (chunk: Buffer) => void;
  timeouts?: typeof BODY_TIMEOUTS;
}

/**
 * Reads a request body into memory.
 * @throws 413 above the limit, 408 when it arrives too slowly or in tiny chunks, 400 request_aborted when the client
 * aborts, 400 when its length differs from Content-Length, 503 when clients already hold too much memory, and errors of
 * `inspect`
 */
export async function readBody(source: Readable, options: ReadOptions): Promise<Buffer> {
  const { limit, announced, memory, inspect, timeouts = BODY_TIMEOUTS } = options;
  if (announced !== undefined && announced > limit) throw tooLarge();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // One growing buffer: a client may send single bytes, and each chunk takes five hundred times its size.
  let buffer = Buffer.alloc(0);
  let length = 0;
  let parts = 0;

  const onData = (part: Buffer | string) => {
    const chunk = typeof part === 'string' ? Buffer.from(part) : part;
    length += chunk.length;
    parts++;
    idle.refresh();
    try {
      if (parts > TINY_PARTS.count && length < parts * TINY_PARTS.averageBytes) {
        source.destroy();
        throw tooSlow();
      }
      if (length > limit) throw tooLarge();
      inspect(chunk);
      if (length > buffer.length) {
        const capacity = Math.min(limit, Math.max(length, 2 * buffer.length, FIRST_BYTES));
        memory.hold(capacity);
        const grown = Buffer.allocUnsafeSlow(capacity);
        buffer.copy(grown, 0, 0, length - chunk.length);
        buffer = grown;
      }
      chunk.copy(buffer, length - chunk.length);
    } catch (error) {
      reject(error);
    }
  };
  const onEnd = () => resolve();
  const onAbort = () => reject(requestAborted());
  const idle = setTimeout(() => reject(tooSlow()), timeouts.idleMs).unref();
  const total = setTimeout(() => reject(tooSlow()), timeouts.totalMs).unref();
  source.on('data', onData).once('end', onEnd).once('error', onAbort).once('close', onAbort);
  try {
    await promise;
  } finally {
    clearTimeout(idle);
    clearTimeout(total);
    source.off('data', onData).off('end', onEnd).off('error', onAbort).off('close', onAbort);
  }
  if (announced !== undefined && length !== announced) throw requestAborted();
  return buffer.subarray(0, length);
}

const tooSlow = () => new DomainError(408, 'request_timeout', (texts) => texts.platform.requestTimeout);
const tooLarge = () => new DomainError(413, 'too_large', (texts) => texts.errors.requestTooLarge);
