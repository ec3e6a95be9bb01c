import { join } from 'node:path';
import type { StorageConfig } from '../storage/create-storage.js';
import { type BackupStorage, LocalBackupStorage } from './backup-storage.js';

/** Archives are where the stored files are. */
export async function createBackupStorage(config: StorageConfig): Promise<BackupStorage> {
  if (config.env.STORAGE === 'local') return new LocalBackupStorage(join(config.dataDir, 'backups'));
  // Loaded on demand: the S3 client is the largest library of the server.
  const [{ S3BackupStorage }, { s3OptionsOf }] = await Promise.all([
    import('./s3-backup-storage.js'),
    import('../storage/s3-client.js'),
  ]);
  return new S3BackupStorage(s3OptionsOf(config));
}
