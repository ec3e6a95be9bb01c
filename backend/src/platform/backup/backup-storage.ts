import { open, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { append } from '../storage/spool.js';
import { syncFolder } from '../storage/local-storage.js';
import { type ByteRange, storageError } from '../storage/storage.js';

/** Archives by name, in the folder `backups` of DATA_DIR or under `backups/` in the bucket. */
export abstract class BackupStorage {
  /**
   * Stores an archive, which gets its name when it is complete. Without reading ahead of what is stored. When `content`
   * fails, nothing stays.
   */
  abstract write(name: string, content: Readable): Promise<void>;

  /** Undefined when there is no such archive. */
  abstract stat(name: string): Promise<{ size: number } | undefined>;

  /** The names of all archives. */
  abstract list(): Promise<ReadonlySet<string>>;

  /** The bytes; undefined when there is no such archive. */
  abstract read(name: string, span?: ByteRange): Promise<Readable | undefined>;

  /** Does nothing when there is no such archive. */
  abstract delete(name: string): Promise<void>;

  /** Deletes what killed processes have left of archives. Not while a backup runs. */
  abstract deletePartials(): Promise<void>;
}

const PARTIAL = '.partial';

export class LocalBackupStorage extends BackupStorage {
  constructor(private readonly folder: string) {
    super();
  }

  override async write(name: string, content: Readable): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const partial = this.path(name) + PARTIAL;
    try {
      const handle = await open(partial, 'wx', 0o600);
      try {
        for await (const piece of content as AsyncIterable<Buffer>) await append(handle, piece);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(partial, this.path(name));
      await syncFolder(this.folder);
    } catch (error) {
      content.destroy();
      await rm(partial, { force: true });
      throw storageError(error);
    }
  }

  override async stat(name: string): Promise<{ size: number } | undefined> {
    const found = await stat(this.path(name)).catch(undefinedIfMissing);
    return found && { size: found.size };
  }

  override async list(): Promise<ReadonlySet<string>> {
    const names = (await readdir(this.folder).catch(undefinedIfMissing)) ?? [];
    return new Set(names.filter((name) => !name.endsWith(PARTIAL)));
  }

  override async read(name: string, span?: ByteRange): Promise<Readable | undefined> {
    const handle = await open(this.path(name)).catch(undefinedIfMissing);
    return handle?.createReadStream(span);
  }

  override async delete(name: string): Promise<void> {
    await rm(this.path(name), { force: true });
  }

  override async deletePartials(): Promise<void> {
    const names = (await readdir(this.folder).catch(undefinedIfMissing)) ?? [];
    for (const name of names) if (name.endsWith(PARTIAL)) await rm(join(this.folder, name), { force: true });
  }

  private path(name: string): string {
    if (!/^[\w-][\w.-]*$/.test(name)) throw new Error('This is not the name of an archive.');
    return join(this.folder, name);
  }
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
