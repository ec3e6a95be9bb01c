import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { type Content, type PutLimits, storageError, tooLarge } from './storage.js';

/** A complete content in a temporary file. */
export interface Spooled extends Content {
  path: string;
  /** removes the temporary file, unless it was moved away */
  remove: () => Promise<void>;
}

const ABANDONED_AFTER_MS = 24 * 3600_000;

/** Writes streams to temporary files while hashing them, because the name of a content is known only at its end. */
@Injectable()
export class Spool {
  readonly folder: string;

  constructor(config: Config) {
    this.folder = join(config.dataDir, 'files', 'tmp');
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

  /** Spools `source`, calls `use` and removes the temporary file unless `use` has moved it. */
  async with<T>(source: Readable, limits: PutLimits, use: (spooled: Spooled) => Promise<T>): Promise<T> {
    const spooled = await this.keep(source, limits);
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

/** A write may be partial. */
async function append(handle: FileHandle, chunk: Buffer): Promise<void> {
  for (let written = 0; written < chunk.length;) written += (await handle.write(chunk, written)).bytesWritten;
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
