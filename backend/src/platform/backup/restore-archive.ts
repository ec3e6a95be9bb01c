import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { EntityClass } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { withLock } from '../database/migrate.js';
import { createOrm, listMigrations } from '../database/orm.js';
import type { Storage } from '../storage/storage.js';
import type { Manifest } from './archive-format.js';
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
import { RowDigest } from './row-digest.js';

export interface RestoreTarget {
  /** of an empty database; its owner needs no other right */
  databaseUrl: string;
  entities: EntityClass<object>[];
  tables: BackupTables;
  limits: ArchiveLimits;
  /** undefined to restore the database only */
  storage: Storage | undefined;
  /** called after the commit, before migrations that are newer than the archive */
  onLoaded?: (client: pg.Client, loaded: LoadedArchive) => Promise<void>;
}

export interface LoadedArchive {
  archive: ReadArchive;
  /** of the rows of each table that has some */
  digests: ReadonlyMap<string, RowDigest>;
  /** the hashes of the files that are in the archive */
  files: ReadonlySet<string>;
}

/**
 * Verifies an archive, and then restores it into an empty database. A failed restore leaves the database empty and no
 * file of its own in the storage.
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
  { tables, limits }: Pick<RestoreTarget, 'tables' | 'limits'>,
): Promise<ReadArchive> {
  const verified = await readArchive(file, limits);
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
    const { manifest } = this.verified;
    const client = await openCopySession(this.target.databaseUrl, 'restore');
    try {
      if (!(await isEmptyDatabase(client)))
        throw new ArchiveError(
          'The database is not empty. Restore into a new one: an empty database in DATABASE_URL, or without it an ' +
            'empty folder in DATA_DIR.',
        );
      try {
        await this.migrate(manifest.migrations.at(-1));
        await requireSameTables(client, manifest, this.target.tables);
        await client.query('begin');
        await withoutConstraints(client, manifest, () => this.load(client));
        await restoreSequences(client, manifest);
        await client.query('commit');
        await this.target.onLoaded?.(client, { archive: this.verified, digests: this.digests, files: this.files });
        await this.migrate();
        await client.query('analyze');
      } catch (error) {
        await this.undo(client);
        throw error;
      }
    } finally {
      await client.end();
    }
  }

  private async migrate(to?: string): Promise<void> {
    const { databaseUrl, entities } = this.target;
    const orm = createOrm({ databaseUrl, entities, poolSize: 2, statementTimeoutMs: 0 });
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
        if (this.target.onLoaded) this.digestOf(table).add(content);
        await rows.write(table, content);
      },
    };
    visitor.file = (content, of) => this.loadFile(content, of);
    const { sha256 } = await readArchive(this.file, this.target.limits, visitor);
    await rows.finish();
    if (sha256 !== this.verified.sha256) throw new ArchiveError('The archive was changed while it was being restored.');
  }

  private digestOf(table: string): RowDigest {
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

  private async undo(client: pg.Client): Promise<void> {
    await client.query('rollback').catch(() => undefined);
    await clearDatabase(client);
    for (const sha256 of this.written) await this.target.storage?.delete(sha256);
  }
}

/** Writes the chunks of one table after the other by COPY. */
class TableLoader {
  private table: string | undefined;
  private copy: CopyStreamQuery | undefined;
  private completed: Promise<void> = Promise.resolve();

  constructor(
    private readonly client: pg.Client,
    private readonly manifest: Manifest,
  ) {}

  async write(table: string, content: Buffer): Promise<void> {
    if (table !== this.table) await this.start(table);
    const written = new Promise<void>((resolve) => this.copy?.write(content, () => resolve()));
    await Promise.race([written, this.completed]);
  }

  async finish(): Promise<void> {
    this.copy?.end();
    await this.completed;
  }

  private async start(table: string): Promise<void> {
    await this.finish();
    const columns = this.manifest.tables.find(({ name }) => name === table)?.columns ?? [];
    this.table = table;
    this.copy = this.client.query(copyFrom(`copy ${copyList({ name: table, columns })} from stdin`));
    this.completed = finished(this.copy);
    // Awaited with the next chunk or the end.
    this.completed.catch(() => undefined);
  }
}
