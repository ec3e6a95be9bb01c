import { createHash } from 'node:crypto';
import { addAbortSignal, type Readable } from 'node:stream';
import { constants, createZstdDecompress, type ZstdDecompress } from 'node:zlib';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { extract } from 'tar-stream';
import type { StorageConfig } from '../storage/local-storage.js';
import { type BackupStorage, LocalBackupStorage } from './backup-storage.js';

/** The archive cannot be restored; the message says why. */
export class ArchiveError extends Error {}

/** An archive that can be read more than once. */
export interface ArchiveFile {
  /** in bytes */
  size: number;
  open(): Promise<Readable>;
}

export interface ReadOptions {
  /** ends the reading, which then fails */
  signal?: AbortSignal | undefined;
  /** called with the read part of the archive, from 0 to 1 */
  onProgress?: ((progress: number) => void) | undefined;
}

/** zstd keeps so much of what it has read: 2^24 bytes. The archives need a quarter of it. */
const WINDOW_LOG_MAX = 24;
/** Between two entries are a header and padding. */
const BETWEEN_ENTRIES_BYTES = 8 * 1024 ** 2;

/** Feeds the entries of a compressed archive. */
export class ArchiveInput {
  readonly extract = extract();
  private readonly decompress: ZstdDecompress;
  private readonly hash = createHash('sha256');
  private readonly feeding: Promise<void>;
  private between = 0;
  private failure: Error | undefined;

  constructor(
    private readonly source: Readable,
    { signal, onRead }: { signal?: AbortSignal | undefined; onRead: (bytes: number) => void },
  ) {
    this.decompress = createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG_MAX } });
    this.extract.on('error', () => undefined);
    source.on('data', (piece: Buffer) => {
      this.hash.update(piece);
      onRead(piece.length);
    });
    source.on('error', (error) => this.decompress.destroy(error));
    if (signal) addAbortSignal(signal, source);
    source.pipe(this.decompress);
    this.feeding = this.feed();
  }

  countBetween(bytes: number): void {
    this.between = bytes;
  }

  /** Checks that nothing follows. */
  async finish(size: number): Promise<void> {
    await this.feeding;
    if (this.failure) throw this.failure;
    if (this.decompress.bytesWritten !== size) throw new ArchiveError('The archive has data after its end.');
  }

  digest(): string {
    return this.hash.digest('hex');
  }

  destroy(): void {
    this.source.destroy();
    this.decompress.destroy();
    this.extract.destroy();
  }

  /** tar-stream and zstd describe bytes; the operator needs to know about the file. */
  toArchiveError(error: unknown): unknown {
    const reason = this.failure ?? error;
    if (reason instanceof ArchiveError) return reason;
    const { code, message, syscall } = reason as { code?: unknown; message?: unknown; syscall?: unknown };
    // The file could not be read, which says nothing about its content.
    if (syscall !== undefined) return reason;
    if (code === 'Z_BUF_ERROR' || message === 'Unexpected end of data')
      return new ArchiveError('The archive is incomplete: it was cut off.');
    if (typeof code === 'string' && /^(ZSTD_|Z_)/.test(code))
      return new ArchiveError('The archive is damaged, or it is not a backup of this hub.');
    if (typeof message === 'string' && message.startsWith('Invalid tar header'))
      return new ArchiveError('The archive is damaged: its entries cannot be read.');
    return reason;
  }

  private async feed(): Promise<void> {
    try {
      for await (const piece of this.decompress as AsyncIterable<Buffer>) {
        this.between += piece.length;
        if (this.between > BETWEEN_ENTRIES_BYTES)
          throw new ArchiveError('The archive has data that belongs to none of its entries.');
        if (!this.extract.write(piece)) await this.untilWritable();
        if (this.extract.destroyed) return;
      }
      this.extract.end(undefined);
    } catch (error) {
      this.failure = error as Error;
      this.extract.destroy(this.failure);
    }
  }

  private untilWritable(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.extract.removeListener('drain', done).removeListener('close', done);
        resolve();
      };
      this.extract.once('drain', done).once('close', done);
    });
  }
}

/** An archive on this machine. @throws ENOENT */
export async function localArchive(path: string): Promise<ArchiveFile> {
  const { size } = await stat(path);
  return { size, open: () => Promise.resolve(createReadStream(path)) };
}

/** An archive where the hub keeps them. */
export async function openArchive(storage: BackupStorage, name: string): Promise<ArchiveFile> {
  const open = async () => {
    const content = await storage.read(name);
    if (!content) throw new ArchiveError(`The archive ${name} is missing.`);
    return content;
  };
  const found = await storage.stat(name);
  if (!found) throw new ArchiveError(`The archive ${name} is missing.`);
  return { size: found.size, open };
}

/** Archives are kept where the stored files are. */
export async function createBackupStorage(config: StorageConfig): Promise<BackupStorage> {
  if (config.env.STORAGE === 'local') return new LocalBackupStorage(join(config.dataDir, 'backups'));
  // Loaded on demand: the S3 client is the largest library of the server.
  const [{ S3BackupStorage }, { getS3Options }] = await Promise.all([
    import('./s3-backup-storage.js'),
    import('../storage/s3-client.js'),
  ]);
  return new S3BackupStorage(getS3Options(config));
}
