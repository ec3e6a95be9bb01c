import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StorageConfig } from '../storage/create-storage.js';
import { ArchiveError, type ArchiveFile } from './archive-input.js';
import { type BackupStorage, LocalBackupStorage } from './backup-storage.js';

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
  const [{ S3BackupStorage }, { s3OptionsOf }] = await Promise.all([
    import('./s3-backup-storage.js'),
    import('../storage/s3-client.js'),
  ]);
  return new S3BackupStorage(s3OptionsOf(config));
}
