import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { createRestoreMark, deleteRestoreMark, hasRestoreMark, withLock } from '../database/migrate.js';
import { createOrm, listMigrations } from '../database/orm.js';
import { sqlState } from '../database/pg-errors.js';
import type { Storage } from '../storage/storage.js';
import { countLines, type Manifest, RowDigest } from './archive-format.js';
import { ArchiveError, type ArchiveFile } from './archive-input.js';
import { type ArchiveLimits, type ArchiveVisitor, type ReadArchive, readArchive } from './archive-reader.js';
import type { BackupTables } from './backup-tables.js';
import { copyList, openCopySession } from './copy-session.js';
import {
  clearDatabase,
  isEmptyDatabase,
  requireSameTables,
  restoreSequences,
  withoutConstraints,
} from './restore-schema.js';

const SESSION_END_MS = 30_000;

export interface RestoreTarget {
  /** of an empty database; its owner needs no other right */
  databaseUrl: string;
  tables: BackupTables;
  limits: ArchiveLimits;
  /** undefined to restore the database only */
  storage: Storage | undefined;
  /** called after the commit, before migrations that are newer than the archive */
  onLoaded?: (client: pg.Client, loaded: LoadedArchive) => Promise<void>;
  /** ends the restore, which then leaves nothing behind and fails with the signal's reason */
  signal?: AbortSignal | undefined;
  onProgress?: RestoreProgress | undefined;
}

/** @param part what is done of the step, from 0 to 1; undefined when that is unknown */
export type RestoreProgress = (step: string, part?: number) => void;

export interface LoadedArchive {
  archive: ReadArchive;
  /** of the rows of each table that has some */
  digests: ReadonlyMap<string, RowDigest>;
  /** the hashes of the files that are in the archive */
  files: ReadonlySet<string>;
}

/**
 * Verifies an archive, and then restores it into an empty database. A failed restore leaves the database empty and no
 * file of its own in the storage. A killed one leaves a mark, with which no hub starts; the next restore clears its
 * database first.
 * @throws ArchiveError when the archive cannot be restored, before anything is written
 */
export async function restoreArchive(file: ArchiveFile, target: RestoreTarget): Promise<ReadArchive> {
  const verified = await verifyArchive(file, target);
  await withLock(target.databaseUrl, () => new Restore(file, target, verified).run());
  return verified;
}

/** @throws ArchiveError at the first thing that could not be restored */
async function verifyArchive(
  file: ArchiveFile,
  { tables, limits, signal, onProgress }: Pick<RestoreTarget, 'tables' | 'limits' | 'signal' | 'onProgress'>,
): Promise<ReadArchive> {
  const onRead = (part: number) => onProgress?.('Checking the archive', part);
  const verified = await readArchive(file, limits, {}, { signal, onProgress: onRead });
  const unknown = verified.manifest.tables.find(({ name }) => !tables.isKept(name));
  if (unknown) throw new ArchiveError(`The archive has rows of “${unknown.name}”, which backups do not contain.`);
  const known = await listMigrations();
  if (verified.manifest.migrations.some((name, index) => known[index] !== name))
    throw new ArchiveError(
      `The archive was made by another version of the hub (${verified.manifest.hub_version}), whose database this ` +
        'version does not know. Restore it with that version or a newer one.',
    );
  return verified;
}

class Restore {
  private readonly digests = new Map<string, RowDigest>();
  private readonly files = new Set<string>();
  /** contents that the storage did not have */
  private readonly written: string[] = [];

  constructor(
    private readonly file: ArchiveFile,
    private readonly target: RestoreTarget,
    private readonly verified: ReadArchive,
  ) {}

  async run(): Promise<void> {
    const { databaseUrl, signal } = this.target;
    const client = await openCopySession(databaseUrl, 'restore');
    try {
      if (await hasRestoreMark(client)) await clearDatabase(client);
      if (!(await isEmptyDatabase(client)))
        throw new ArchiveError(
          'The database is not empty. Restore into a new one: an empty database in DATABASE_URL, or without it an ' +
            'empty folder in DATA_DIR.',
        );
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const pid = rows[0]?.pid ?? 0;
      // Ends the statement in flight too, which may take as long as a table is large.
      const onAbort = () => void endSession(databaseUrl, pid).catch(() => undefined);
      signal?.addEventListener('abort', onAbort, { once: true });
      try {
        await this.fill(client);
      } catch (error) {
        await this.undo(pid);
        throw signal?.aborted ? signal.reason : error;
      } finally {
        signal?.removeEventListener('abort', onAbort);
      }
    } finally {
      await client.end();
    }
  }

  private async fill(client: pg.Client): Promise<void> {
    const { signal, onProgress, onLoaded } = this.target;
    const { manifest } = this.verified;
    signal?.throwIfAborted();
    await createRestoreMark(client);
    await this.migrate(manifest.migrations.at(-1));
    await requireSameTables(client, manifest, this.target.tables);
    await client.query('begin');
    await withoutConstraints(client, manifest, async () => {
      await this.load(client);
      onProgress?.('Checking references between rows');
    });
    await restoreSequences(client, manifest);
    await client.query('commit');
    await onLoaded?.(client, { archive: this.verified, digests: this.digests, files: this.files });
    onProgress?.('Bringing the database up to date');
    await this.migrate();
    await client.query('analyze');
    signal?.throwIfAborted();
    await deleteRestoreMark(client);
  }

  private async migrate(to?: string): Promise<void> {
    const { databaseUrl } = this.target;
    const orm = createOrm({ databaseUrl, poolSize: 2, statementTimeoutMs: 0 });
    try {
      await orm.migrator.up(to ? { to } : undefined);
    } finally {
      await orm.close(true);
    }
  }

  private async load(client: pg.Client): Promise<void> {
    const rows = new TableLoader(client, this.verified.manifest);
    const visitor: ArchiveVisitor = {
      chunk: async (table, content) => {
        if (this.target.onLoaded) this.getDigest(table).add(content);
        await rows.write(table, content);
      },
    };
    visitor.file = (content, expected) => this.loadFile(content, expected);
    const { signal, onProgress, limits } = this.target;
    const onRead = (part: number) => onProgress?.('Restoring rows and files', part);
    const { sha256 } = await readArchive(this.file, limits, visitor, { signal, onProgress: onRead });
    await rows.finish();
    if (sha256 !== this.verified.sha256) throw new ArchiveError('The archive was changed while it was being restored.');
  }

  private getDigest(table: string): RowDigest {
    const digest = this.digests.get(table) ?? new RowDigest();
    this.digests.set(table, digest);
    return digest;
  }

  private async loadFile(
    content: AsyncIterable<Buffer>,
    { sha256, size }: { sha256: string; size: number },
  ): Promise<void> {
    const { storage, onLoaded } = this.target;
    if (onLoaded) this.files.add(sha256);
    if (!storage) {
      for await (const _piece of content);
      return;
    }
    if (!(await storage.stat(sha256))) this.written.push(sha256);
    const stored = await storage.put(Readable.from(content), { maxBytes: size });
    if (stored.sha256 === sha256) return;
    await storage.delete(stored.sha256);
    throw new ArchiveError(`The file ${sha256} is damaged.`);
  }

  /** In a session of its own, because that of the restore may be lost or within a COPY. */
  private async undo(pid: number): Promise<void> {
    await endSession(this.target.databaseUrl, pid, clearDatabase);
    for (const sha256 of this.written) await this.target.storage?.delete(sha256);
  }
}

/** Ends the session of a restore and waits for it, because it has locks; then runs `next` in a session of its own. */
async function endSession(
  databaseUrl: string,
  pid: number,
  next?: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = await openCopySession(databaseUrl, 'restore clean-up');
  try {
    // The process ID may belong to another session by now.
    await client.query(
      `select pg_terminate_backend(pid, ${SESSION_END_MS}) from pg_stat_activity
       where pid = $1 and application_name = 'knowledge-hub restore'`,
      [pid],
    );
    await next?.(client);
  } finally {
    await client.end();
  }
}

/** Writes the chunks of one table after the other by COPY. */
class TableLoader {
  private table = '';
  private copy: CopyStreamQuery | undefined;
  private lines = 0;
  private completed: Promise<void> = Promise.resolve();

  constructor(
    private readonly client: pg.Client,
    private readonly manifest: Manifest,
  ) {}

  /** @throws ArchiveError when PostgreSQL has refused a row of this chunk or one before */
  async write(table: string, content: Buffer): Promise<void> {
    if (table !== this.table) await this.start(table);
    this.lines += countLines(content);
    const written = new Promise<void>((resolve) => this.copy?.write(content, () => resolve()));
    // The first one counts when both have failed: a COPY that PostgreSQL has ended takes no more chunks.
    await Promise.race([this.completed, written]);
  }

  async finish(): Promise<void> {
    this.copy?.end();
    await this.completed;
    // A line of the rows can end a COPY before the others.
    if (this.copy && this.copy.rowCount !== this.lines) throw damagedRows(this.table);
  }

  private async start(table: string): Promise<void> {
    await this.finish();
    const columns = this.manifest.tables.find(({ name }) => name === table)?.columns ?? [];
    this.table = table;
    this.lines = 0;
    this.copy = this.client.query(copyFrom(`copy ${copyList({ name: table, columns })} from stdin`));
    this.completed = finished(this.copy).catch((error: unknown) => {
      throw isRefusedRow(error) ? damagedRows(table) : error;
    });
    // Awaited with the next chunk or the end.
    this.completed.catch(() => undefined);
  }
}

/** Data exceptions, broken constraints and exceeded limits, as opposed to failures of the server or the connection. */
const isRefusedRow = (error: unknown): boolean => /^(22|23|54)/.test(sqlState(error) ?? '');

const damagedRows = (table: string) =>
  new ArchiveError(`The archive is damaged: it has rows of “${table}” that PostgreSQL refuses.`);
