import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Config } from '../config/config.js';
import type { Spool } from './spool.js';
import { type ByteRange, type Content, contentPath, Storage } from './storage.js';

/** Contents in a local folder or one shared by several instances. */
export class LocalStorage extends Storage {
  constructor(
    private readonly folder: string,
    spool: Spool,
  ) {
    super(spool);
  }

  protected override async keep(path: string, { sha256 }: Content): Promise<void> {
    await moveDurably(path, join(this.folder, contentPath(sha256)));
  }

  override async stat(sha256: string): Promise<{ size: number } | undefined> {
    const found = await unlessMissing(stat(join(this.folder, contentPath(sha256))));
    return found && { size: found.size };
  }

  override async read(sha256: string, span?: ByteRange): Promise<Readable | undefined> {
    // Opened before the stream is returned, so that missing content becomes a response instead of a broken download.
    const handle = await unlessMissing(open(join(this.folder, contentPath(sha256))));
    return handle?.createReadStream(span);
  }

  override localPath(sha256: string): string {
    return join(this.folder, contentPath(sha256));
  }

  override async delete(sha256: string): Promise<void> {
    await rm(join(this.folder, contentPath(sha256)), { force: true });
  }
}

/** A rename atomically replaces equal content; open readers of the old file are not affected. */
async function moveDurably(from: string, to: string): Promise<void> {
  const folder = dirname(to);
  const created = await mkdir(folder, { recursive: true });
  await rename(from, to);
  await syncFolder(folder);
  if (!created) return;
  await syncFolder(dirname(folder));
  await syncFolder(dirname(dirname(folder)));
}

/** Syncing the folder makes the new name durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function unlessMissing<T>(result: Promise<T>): Promise<T | undefined> {
  return result.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** What is configured about stored files. */
export type StorageConfig = Pick<Config, 'env' | 'dataDir'>;

export async function createStorage(config: StorageConfig, spool: Spool): Promise<Storage> {
  if (config.env.STORAGE === 'local') return new LocalStorage(join(config.dataDir, 'files'), spool);
  // Loaded on demand: the S3 client is the largest library of the server.
  const [{ S3Storage }, { getS3Options }] = await Promise.all([import('./s3-storage.js'), import('./s3-client.js')]);
  return new S3Storage(getS3Options(config), spool);
}
