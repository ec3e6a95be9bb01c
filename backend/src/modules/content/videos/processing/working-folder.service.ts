import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../../../../platform/config/config.js';

const ABANDONED_AFTER_MS = 24 * 3600_000;

type WorkingFolder = { path: string } & AsyncDisposable;

/** Folders for the files of conversions, in the data folder: system folders for temporary files are often small. */
@Injectable()
export class WorkingFolderService implements OnModuleInit {
  private readonly root: string;

  constructor(config: Config) {
    this.root = join(config.dataDir, 'processing');
  }

  /** Deletes what killed instances have left; recent folders may belong to another instance. */
  async onModuleInit(): Promise<void> {
    for (const name of await this.listNames()) {
      const path = join(this.root, name);
      const found = await stat(path).catch(() => undefined);
      if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true });
    }
  }

  /** Creates an empty folder for an attempt, and deletes that of a run that was killed. */
  async create(attemptId: string): Promise<WorkingFolder> {
    await this.remove(attemptId);
    const path = join(this.root, `${attemptId}.${randomUUID()}`);
    await mkdir(path, { recursive: true });
    return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
  }

  /** Deletes the folders of an attempt. */
  async remove(attemptId: string): Promise<void> {
    for (const name of await this.listNames())
      if (name.startsWith(`${attemptId}.`)) await rm(join(this.root, name), { recursive: true, force: true });
  }

  private listNames(): Promise<string[]> {
    return readdir(this.root).catch(() => []);
  }
}
