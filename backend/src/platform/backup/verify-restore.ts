import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { SCRATCH_DATABASES_LOCK } from '../database/advisory-locks.js';
import { sqlState } from '../database/pg-errors.js';
import { ArchiveError, type ArchiveFile } from './archive-input.js';
import type { ReadArchive } from './archive-reader.js';
import { copyList, openCopySession } from './copy-session.js';
import { type LoadedArchive, restoreArchive, type RestoreTarget } from './restore-archive.js';
import { RowDigest } from './archive-format.js';

/** `databaseUrl` is of the server that gets the scratch database. */
export type VerifyOptions = Omit<RestoreTarget, 'storage' | 'onLoaded'>;

const SESSION = 'verify';

/** The account of the database may not create databases. */
export class MayNotCreateDatabaseError extends Error {}

/**
 * Restores an archive into a scratch database, which is dropped afterwards, and compares it with the archive: the rows
 * of each table and the list of files. The files themselves are compared with their hashes while the archive is read.
 * @throws ArchiveError when it cannot be restored, or the result differs
 */
export async function verifyRestore(file: ArchiveFile, options: VerifyOptions): Promise<ReadArchive> {
  return withScratchDatabase(options.databaseUrl, (databaseUrl) =>
    restoreArchive(file, {
      ...options,
      databaseUrl,
      storage: undefined,
      onLoaded: async (client, loaded) => {
        options.onProgress?.('Comparing rows and files');
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
  const session = await onServer(databaseUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [SCRATCH_DATABASES_LOCK]);
    await dropAbandoned(client);
    await createDatabase(client, name);
    return openCopySession(url.href, SESSION);
  });
  try {
    return await work(url.href);
  } finally {
    await session.end();
    await onServer(databaseUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
  }
}

async function onServer<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openCopySession(databaseUrl, SESSION);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Drops the scratch databases of killed verifications. One in use has the session of a user, and is not dropped without
 * force; a vacuum of the server makes way.
 */
async function dropAbandoned(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select d.datname as name from pg_database d join pg_roles r on r.oid = d.datdba
     where d.datname ~ '^hub_verify_[0-9a-f]{12}$' and r.rolname = current_user
       and not exists (select from pg_stat_activity a where a.datname = d.datname and a.usesysid is not null)`,
  );
  for (const { name } of rows) await client.query(`drop database if exists ${name}`).catch(ignoreInUse);
}

async function createDatabase(client: pg.Client, name: string): Promise<void> {
  try {
    await client.query(`create database ${name} template template0`);
  } catch (error) {
    if (sqlState(error) !== '42501') throw error;
    throw new MayNotCreateDatabaseError(
      'The account of DATABASE_URL may not create the scratch database. Allow it with “alter role … createdb”.',
    );
  }
}

function ignoreInUse(error: unknown): void {
  if (sqlState(error) !== '55006') throw error;
}
