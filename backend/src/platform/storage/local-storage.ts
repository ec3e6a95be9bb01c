import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Spool } from './spool.js';
import { type ByteRange, type Content, contentPath, Storage } from './storage.js';

/** Contents in a folder of this machine, or one that several instances share. */
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
    // Opened before the stream is handed out, so that a missing content is an answer and not a broken download.
    const handle = await unlessMissing(open(join(this.folder, contentPath(sha256))));
    return handle?.createReadStream(span);
  }

  override async delete(sha256: string): Promise<void> {
    await rm(join(this.folder, contentPath(sha256)), { force: true });
  }
}

/** A rename replaces a content of the same name by its equal in one step; readers of the old one are not disturbed. */
async function moveDurably(from: string, to: string): Promise<void> {
  const folder = dirname(to);
  const created = await mkdir(folder, { recursive: true });
  await rename(from, to);
  await syncFolder(folder);
  if (!created) return;
  await syncFolder(dirname(folder));
  await syncFolder(dirname(dirname(folder)));
}

/** A new name is on the disk only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
