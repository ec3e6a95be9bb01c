import { randomBytes } from 'node:crypto';
import type { EntityClass } from '@mikro-orm/postgresql';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ArchiveError, type ArchiveFile } from './archive-input.js';
import type { ArchiveLimits, ReadArchive } from './archive-reader.js';
import type { BackupTables } from './backup-tables.js';
import { copyList } from './copy-session.js';
import { type LoadedArchive, restoreArchive } from './restore-archive.js';
import { RowDigest } from './row-digest.js';

export interface VerifyOptions {
  /** of the server that gets the scratch database */
  databaseUrl: string;
  entities: EntityClass<object>[];
  tables: BackupTables;
  limits: ArchiveLimits;
}

/** The account of the database may not create databases. */
export class MayNotCreateDatabaseError extends Error {}

/**
 * Restores an archive into a scratch database and compares it with the archive: the rows of each table and the list of
 * files. The files themselves are compared with their hashes while the archive is read.
 * @throws ArchiveError when it cannot be restored, or the result differs
 */
export async function verifyRestore(file: ArchiveFile, options: VerifyOptions): Promise<ReadArchive> {
  return withScratchDatabase(options.databaseUrl, (databaseUrl) =>
    restoreArchive(file, {
      ...options,
      databaseUrl,
      storage: undefined,
      onLoaded: async (client, loaded) => {
        await compareRows(client, loaded);
        await compareFiles(client, loaded);
      },
    }),
  );
}

async function compareRows(client: pg.Client, { archive, digests }: LoadedArchive): Promise<void> {
  for (const table of archive.manifest.tables) {
    const expected = digests.get(table.name) ?? new RowDigest();
    const restored = new RowDigest();
    const rows = client.query(copyTo(`copy ${copyList(table)} to stdout`)) as AsyncIterable<Buffer>;
    for await (const piece of rows) restored.add(piece);
    if (restored.toString() !== expected.toString())
      throw new ArchiveError(`The restored rows of “${table.name}” differ from those of the archive.`);
  }
}

/** Content without a reference may be in the archive or not, since its upload may not have ended. */
async function compareFiles(client: pg.Client, { archive, files }: LoadedArchive): Promise<void> {
  const { rows } = await client.query<{ sha256: string }>(
    'select distinct f.sha256 from files f join file_uses u on u.file_id = f.id',
  );
  const lost = rows.filter(({ sha256 }) => !files.has(sha256));
  if (lost.length !== archive.end.missing.count)
    throw new ArchiveError(`The archive lacks ${lost.length} files that its rows refer to.`);
}

async function withScratchDatabase<T>(databaseUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `hub_verify_${randomBytes(6).toString('hex')}`;
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  await run(databaseUrl, `create database ${name} template template0`);
  try {
    return await work(url.href);
  } finally {
    await run(databaseUrl, `drop database ${name} with (force)`);
  }
}

async function run(databaseUrl: string, sql: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query(sql);
  } catch (error) {
    if ((error as { code?: unknown }).code !== '42501') throw error;
    throw new MayNotCreateDatabaseError(
      'The account of DATABASE_URL may not create the scratch database. Allow it with “alter role … createdb”.',
    );
  } finally {
    await client.end();
  }
}
