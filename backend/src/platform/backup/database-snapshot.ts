import { createHash } from 'node:crypto';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { BACKUP_LOCK } from '../database/advisory-locks.js';
import { CHUNK_BYTES, type SequenceState, type TableColumns } from './archive-format.js';
import { copyList, describeTables, openCopySession, quoteName } from './copy-session.js';

/** Removals of unused files hold the lock for milliseconds. */
const LOCK_TIMEOUT_MS = 60_000;
const FILES_PER_PAGE = 500;

export interface SnapshotFile {
  sha256: string;
  size: number;
  /** whether something refers to it; otherwise its upload may not have ended */
  isUsed: boolean;
}

/** A part of the rows of a table, as the pieces that the server has sent. */
interface Chunk {
  pieces: Buffer[];
  size: number;
  sha256: string;
}

class ChunkBuilder {
  size = 0;
  private readonly pieces: Buffer[] = [];
  /** updated with each piece: hashing a whole chunk at once would delay requests */
  private readonly hash = createHash('sha256');

  /** @returns how many of the bytes fit into the chunk */
  add(received: Buffer): number {
    const piece = received.subarray(0, CHUNK_BYTES - this.size);
    this.pieces.push(piece);
    this.hash.update(piece);
    this.size += piece.length;
    return piece.length;
  }

  finish(): Chunk {
    return { pieces: this.pieces, size: this.size, sha256: this.hash.digest('hex') };
  }
}

/**
 * One moment of the database, read by a session of its own. While it is open, no unused file is deleted, so that the
 * storage contains what the snapshot refers to; see Files.
 */
export class DatabaseSnapshot {
  private constructor(private readonly client: pg.Client) {}

  /** @throws an error with the code 55P03 while another backup runs */
  static async open(databaseUrl: string): Promise<DatabaseSnapshot> {
    const client = await openCopySession(databaseUrl, 'backup');
    try {
      // The lock comes first: a removal that ended before the snapshot is visible in it.
      await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await client.query('select pg_advisory_lock($1)', [BACKUP_LOCK]);
      await client.query('set lock_timeout = 0');
      await client.query('begin isolation level repeatable read read only');
      return new DatabaseSnapshot(client);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /** Frees the snapshot and the lock with the connection. */
  close(): Promise<void> {
    return this.client.end();
  }

  async listMigrations(): Promise<string[]> {
    const { rows } = await this.client.query<{ name: string }>('select name from mikro_orm_migrations order by name');
    return rows.map(({ name }) => name);
  }

  listTables(): Promise<(TableColumns & { bytes: number })[]> {
    return describeTables(this.client);
  }

  async listSequences(): Promise<SequenceState[]> {
    const { rows: found } = await this.client.query<{ name: string }>(
      `select c.relname as name from pg_class c
       where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace order by 1`,
    );
    const states: SequenceState[] = [];
    for (const { name } of found) {
      const { rows } = await this.client.query<{ value: string; is_called: boolean }>(
        `select last_value::text as value, is_called from ${quoteName(name)}`,
      );
      for (const row of rows) states.push({ name, ...row });
    }
    return states;
  }

  /** The rows of a table in chunks of {@link CHUNK_BYTES}, the last one shorter. */
  async *copyTable(table: TableColumns): AsyncGenerator<Chunk> {
    const rows = this.client.query(copyTo(`copy ${copyList(table)} to stdout`)) as AsyncIterable<Buffer>;
    let chunk = new ChunkBuilder();
    for await (const received of rows) {
      for (let from = 0; from < received.length;) {
        from += chunk.add(received.subarray(from));
        if (chunk.size < CHUNK_BYTES) continue;
        yield chunk.finish();
        chunk = new ChunkBuilder();
      }
    }
    if (chunk.size) yield chunk.finish();
  }

  async countFiles(): Promise<{ count: number; bytes: number }> {
    const { rows } = await this.client.query<{ count: number; bytes: number }>(
      `select count(*)::float8 as count, coalesce(sum(size), 0)::float8 as bytes
       from (select max(size) as size from files group by sha256) contents`,
    );
    return rows[0] ?? { count: 0, bytes: 0 };
  }

  /** The contents of all files in the order of their hashes. */
  async *listFiles(): AsyncGenerator<SnapshotFile> {
    let page: SnapshotFile[] = [];
    do {
      const { rows } = await this.client.query<SnapshotFile>(
        `select f.sha256, max(f.size)::float8 as size,
                bool_or(exists (select 1 from file_uses u where u.file_id = f.id)) as "isUsed"
         from files f where f.sha256 > $1
         group by f.sha256 order by f.sha256 limit ${FILES_PER_PAGE}`,
        [page.at(-1)?.sha256 ?? ''],
      );
      page = rows;
      yield* page;
    } while (page.length === FILES_PER_PAGE);
  }
}
