import type { Readable } from 'node:stream';
import { DomainError } from '../errors/domain-error.js';
import type { Texts } from '../language/texts.js';
import type { LocalFile, Spool } from './spool.js';

/** A content: its SHA-256 in hexadecimal, which is also its name, and its size in bytes. */
export interface Content {
  sha256: string;
  size: number;
}

export interface PutLimits {
  maxBytes: number;
}

/** Part of a content in bytes, both ends inclusive, within its size. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Content-addressed storage in a folder or an S3 bucket; equal content is stored once. Names, owners and access are in
 * the rows of `files`.
 */
export abstract class Storage {
  constructor(private readonly spool: Spool) {}

  /**
   * Stores a stream without holding it in memory, or a complete local file without copying it where the file system
   * can link files; that file stays. Failed, incomplete or too large streams leave nothing behind.
   * @param announce called when the hash is known, before the content gets its name: references are written here, so
   * that a crash leaves a reference without content (which a sweep finds) and never content without a reference
   * @throws 413 above maxBytes, 507 when the disk is full
   */
  async put(
    source: Readable | LocalFile,
    limits: PutLimits,
    announce?: (content: Content) => Promise<void>,
  ): Promise<Content> {
    return this.spool.with(source, limits, async ({ path, sha256, size }) => {
      await announce?.({ sha256, size });
      await this.keep(path, { sha256, size });
      return { sha256, size };
    });
  }

  /** Moves or uploads a finished file to its name. */
  protected abstract keep(path: string, content: Content): Promise<void>;

  /** The size in bytes; undefined when the content does not exist. */
  abstract stat(sha256: string): Promise<{ size: number } | undefined>;

  /** The bytes; undefined when the content does not exist. Destroying the stream releases its resources. */
  abstract read(sha256: string, span?: ByteRange): Promise<Readable | undefined>;

  /** The path of the bytes on this machine; undefined where they are elsewhere. Not to be changed. */
  abstract localPath(sha256: string): string | undefined;

  /** Does nothing when the content does not exist. */
  abstract delete(sha256: string): Promise<void>;
}

/** Two levels of folders keep each folder small with millions of contents. */
export function contentPath(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('A content is named by its SHA-256 in hexadecimal.');
  return `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
}

export const tooLarge = (maxBytes: number) =>
  new DomainError(413, 'too_large', (texts) => texts.platform.tooLarge(formatSize(maxBytes, texts)), {
    max_bytes: maxBytes,
  });

/** Maps a full volume or quota to 507; other errors pass through. */
export function storageError(error: unknown): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new DomainError(507, 'disk_full', (texts) => texts.errors.diskFull);
}

function formatSize(bytes: number, { language, platform: { sizes } }: Texts): string {
  if (bytes < 1024) return sizes.bytes(bytes);
  if (bytes < 1024 ** 2) return sizes.kilobytes(Math.floor(bytes / 1024));
  if (bytes < 1024 ** 3) return sizes.megabytes(Math.floor(bytes / 1024 ** 2));
  const format = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false };
  const gigabytes = (bytes / 1024 ** 3).toLocaleString(language, format);
  return sizes.gigabytes(gigabytes);
}
