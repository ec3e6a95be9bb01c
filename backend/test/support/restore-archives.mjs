// Restores each archive as the built command does, one after the other in one process, and prints the messages of their
// errors as JSON; null for one that was restored.
import { backupTables } from '../../dist/modules.js';
import { localArchive } from '../../dist/platform/backup/archive-input.js';
import { ArchiveError } from '../../dist/platform/backup/archive-input.js';
import { restoreArchive } from '../../dist/platform/backup/restore-archive.js';
import { loadConfig } from '../../dist/platform/config/config.js';
import { createStorage } from '../../dist/platform/storage/local-storage.js';
import { Spool } from '../../dist/platform/storage/spool.js';

const config = loadConfig();
const storage = await createStorage(config, new Spool(config));
const limits = { fileBytes: config.env.STORAGE_QUOTA_GB * 1024 ** 3 };

/** @param {string} path */
async function restore(path) {
  try {
    const { databaseUrl } = config;
    await restoreArchive(await localArchive(path), { databaseUrl, tables: backupTables, limits, storage });
    return null;
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    return error.message;
  }
}

const messages = [];
for (const path of process.argv.slice(2)) messages.push(await restore(path));
process.stdout.write(JSON.stringify(messages), () => process.exit(0));
