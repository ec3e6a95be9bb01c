import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { ArchiveError, type ArchiveFile } from './archive-input.js';
import type { BackupStorage } from './backup-storage.js';

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
