import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { validate as isUuid } from 'uuid';
import type { Config } from '../config/config.js';
import type { Spool } from '../storage/spool.js';
import { storageError } from '../storage/storage.js';
import { UploadStorage } from './upload-storage.js';

/** Uploads are kept where the stored files are. */
export async function createUploadStorage(config: Config, spool: Spool): Promise<UploadStorage> {
  if (config.env.STORAGE === 'local') return new LocalUploadStorage(join(config.dataDir, 'uploads'));
  // Loaded on demand: the S3 client is the largest library of the server.
  const [{ S3UploadStorage }, { getS3Options }] = await Promise.all([
    import('./s3-upload-storage.js'),
    import('../storage/s3-client.js'),
  ]);
  return new S3UploadStorage(getS3Options(config), spool);
}

/** One file for each upload, in a local folder or one shared by several instances. */
export class LocalUploadStorage extends UploadStorage {
  constructor(private readonly folder: string) {
    super();
  }

  override async create(id: string): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const handle = await open(this.localPath(id), 'wx', 0o600);
    await handle.close();
  }

  override async append(id: string, offset: number, source: AsyncIterable<Buffer>): Promise<number> {
    const handle = await open(this.localPath(id), 'r+');
    let end = offset;
    try {
      for await (const chunk of source) {
        for (let written = 0; written < chunk.length;) {
          const { bytesWritten } = await handle.write(chunk, written, chunk.length - written, end);
          written += bytesWritten;
          end += bytesWritten;
        }
      }
      // What is acknowledged must survive a power failure.
      await handle.sync();
      return end;
    } finally {
      await handle.close();
    }
  }

  override async size(id: string): Promise<number | undefined> {
    return (await stat(this.localPath(id)).catch(ignoreMissing))?.size;
  }

  override async read(id: string, length = Infinity): Promise<Readable> {
    const handle = await open(this.localPath(id));
    return handle.createReadStream({ end: length - 1 });
  }

  override localPath(id: string): string {
    if (!isUuid(id)) throw new Error('An upload is named by a UUID.');
    return join(this.folder, id);
  }

  override async remove(id: string): Promise<void> {
    await rm(this.localPath(id), { force: true });
  }

  override async list(): Promise<string[]> {
    return ((await readdir(this.folder).catch(ignoreMissing)) ?? []).filter((name) => isUuid(name));
  }

  /** Refuses before gigabytes are sent for nothing. The space may still run out later. */
  override async requireSpace(bytes: number): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(this.folder);
    if (bavail * bsize < bytes)
      throw storageError(Object.assign(new Error('no space for an upload'), { code: 'ENOSPC' }));
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
