import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Config } from '../../src/platform/config/config.js';
import { Reconciliation } from '../../src/platform/database/reconciliation.js';
import type { TestApp } from './test-app.js';

/** Everything that uploads store: rows, references, and complete and temporary files on the disk. */
export async function listStoredFiles(hub: TestApp): Promise<{ rows: number; uses: number; onDisk: string[] }> {
  const counted = await hub.database.one<{ rows: number; uses: number }>(
    'select (select count(*)::int from files) as rows, (select count(*)::int from file_uses) as uses',
  );
  const entries = await readdir(join(hub.get(Config).dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  const onDisk = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return { rows: counted?.rows ?? 0, uses: counted?.uses ?? 0, onDisk: onDisk.sort() };
}

/** Repairs the counters after a test has changed rows of files by SQL. */
export async function recountFiles(hub: TestApp): Promise<void> {
  await hub.get(Reconciliation).run({ fix: true });
}
