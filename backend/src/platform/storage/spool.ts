import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, link, mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Config } from '../config/config.js';
import { type Content, type PutLimits, storageError, tooLarge } from './storage.js';

/** A complete content in a temporary file. */
export interface Spooled extends Content {
  path: string;
  /** removes the temporary file, unless it was moved away */
  remove: () => Promise<void>;
}

/** A complete file of this machine. */
export interface LocalFile {
  path: string;
  /** when it is known; otherwise the file is read to hash it */
  content?: Content;
}

/** Errors of link(): other volume, no support by the file system, too many links, not permitted. */
const LINK_IMPOSSIBLE = new Set(['EXDEV', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EPERM']);

const ABANDONED_AFTER_MS = 24 * 3600_000;

/** Writes streams to temporary files while hashing them, because the name of a content is known only at its end. */
export class Spool {
  readonly folder: string;

  constructor(config: Pick<Config, 'dataDir'>) {
    this.folder = join(config.dataDir, 'files', 'tmp');
  }

  /** Called by Nest, whose decorators are left out: processes that make archives start sooner without it. */
  async onModuleInit(): Promise<void> {
    await this.sweep();
  }

  /**
   * Spools `source`; the caller removes the file.
   * @throws 413 above maxBytes, 507 when the disk is full; the file is removed then
   */
  async keep(source: Readable, { maxBytes }: PutLimits): Promise<Spooled> {
    const path = join(this.folder, randomUUID());
    const remove = () => rm(path, { force: true });
    // An error event without a listener would end the process; the reader gets the error as well.
    source.on('error', () => undefined);
    try {
      await mkdir(this.folder, { recursive: true });
      return { path, remove, ...(await write(source, path, maxBytes)) };
    } catch (error) {
      await remove();
      throw storageError(error);
    } finally {
      discard(source);
    }
  }

  /**
   * Spools a file of this machine without copying it, by a hard link; the file itself stays. The caller removes the
   * spooled file. The content must not change afterwards.
   * @throws like {@link keep}
   */
  async keepFile(source: LocalFile, limits: PutLimits): Promise<Spooled> {
    const path = join(this.folder, randomUUID());
    const remove = () => rm(path, { force: true });
    try {
      await mkdir(this.folder, { recursive: true });
      await link(source.path, path);
      // Otherwise the sweep would take the link of an old file for abandoned.
      const now = new Date();
      await utimes(path, now, now);
    } catch (error) {
      // Another volume, or a file system without links.
      if (!LINK_IMPOSSIBLE.has((error as NodeJS.ErrnoException).code ?? '')) throw storageError(error);
      return this.keep(createReadStream(source.path), limits);
    }
    try {
      const { sha256, size } = source.content ?? (await hashFile(path));
      if (size > limits.maxBytes) throw tooLarge(limits.maxBytes);
      return { path, remove, sha256, size };
    } catch (error) {
      await remove();
      throw error;
    }
  }

  /**
   * Spools `source` in parts of at most this size. Each is removed when the next one is asked for. When the source
   * fails, what has arrived is the last part, and the error follows it.
   */
  async *split(source: AsyncIterable<Buffer>, partBytes: number): AsyncGenerator<{ path: string; size: number }> {
    const path = join(this.folder, randomUUID());
    const chunks = readChunks(source, partBytes);
    try {
      await mkdir(this.folder, { recursive: true });
      for (let isComplete = false; !isComplete;) {
        const part = await writePart(chunks, path, partBytes);
        if (part.size > 0) yield { path, size: part.size };
        if (part.error !== undefined) throw storageError(part.error);
        isComplete = part.isLast;
      }
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Spools `source`, calls `use` and removes the temporary file unless `use` has moved it. */
  async with<T>(source: Readable | LocalFile, limits: PutLimits, use: (spooled: Spooled) => Promise<T>): Promise<T> {
    const spooled = await (source instanceof Readable ? this.keep(source, limits) : this.keepFile(source, limits));
    try {
      return await use(spooled);
    } catch (error) {
      throw storageError(error);
    } finally {
      await spooled.remove();
    }
  }

  /** Deletes old temporary files of killed processes; recent ones may belong to another instance. */
  async sweep(now = Date.now()): Promise<void> {
    for (const name of await readdir(this.folder).catch(() => [])) {
      const path = join(this.folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found && now - found.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
    }
  }
}

async function write(source: Readable, path: string, maxBytes: number): Promise<Content> {
  const hash = createHash('sha256');
  let size = 0;
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const part of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer | string>) {
      const chunk = typeof part === 'string' ? Buffer.from(part) : part;
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      hash.update(chunk);
      await append(handle, chunk);
    }
    // The bytes must be on the disk before the name, to survive a power failure.
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { sha256: hash.digest('hex'), size };
}

const HASH_CHUNK_BYTES = 1024 ** 2;

async function hashFile(path: string): Promise<Content> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: HASH_CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    hash.update(chunk);
  }
  return { sha256: hash.digest('hex'), size };
}

/** A write may be partial. */
export async function append(handle: FileHandle, chunk: Buffer): Promise<void> {
  for (let written = 0; written < chunk.length;) written += (await handle.write(chunk, written)).bytesWritten;
}

/** The chunks of a stream, cut so that a part of `partBytes` ends with a chunk. */
async function* readChunks(source: AsyncIterable<Buffer>, partBytes: number): AsyncGenerator<Buffer> {
  let room = partBytes;
  const chunks = source instanceof Readable ? source.iterator({ destroyOnReturn: false }) : source;
  for await (const chunk of chunks as AsyncIterable<Buffer>) {
    for (let from = 0; from < chunk.length;) {
      const piece = chunk.subarray(from, from + room);
      yield piece;
      from += piece.length;
      room = room === piece.length ? partBytes : room - piece.length;
    }
  }
}

async function writePart(
  chunks: AsyncGenerator<Buffer>,
  path: string,
  partBytes: number,
): Promise<{ size: number; isLast: boolean; error?: unknown }> {
  const handle = await open(path, 'w', 0o600);
  let size = 0;
  try {
    while (size < partBytes) {
      const next = await chunks.next();
      if (next.done) return { size, isLast: true };
      await append(handle, next.value);
      size += next.value.length;
    }
    return { size, isLast: false };
  } catch (error) {
    return { size, isLast: true, error };
  } finally {
    await handle.close();
  }
}

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
