import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { BACKUP_LOCK } from '../database/advisory-locks.js';
import { Database } from '../database/database.js';
import { FILE_EXTENSION } from './archive-format.js';
import { dailyBackups } from './backup-settings.js';
import type { CreatedArchive } from './create-archive.js';

export const backupStatuses = ['running', 'complete', 'failed'] as const;
export type BackupStatus = (typeof backupStatuses)[number];

export interface BackupRow {
  id: string;
  /** of the archive */
  name: string;
  status: BackupStatus;
  /** percent */
  progress: number;
  /** null until it is complete */
  size_bytes: number | null;
  sha256: string | null;
  /** contents that the storage had lost before */
  missing_files: number;
  /** why it failed, one sentence */
  error: string | null;
  is_scheduled: boolean;
  created_at: Date;
  finished_at: Date | null;
  /** of the latest verified restore of this archive */
  verified_at: Date | null;
}

export interface BackupHistory {
  last_complete: Date | null;
  last_verified: Date | null;
  /** whether the latest finished one failed */
  last_failed: boolean;
  /** when this installation became able to make backups */
  since: Date | null;
  is_daily: boolean;
}

const columns = `b.id, b.name, b.status, b.progress, b.size_bytes::float8 as size_bytes, b.sha256, b.missing_files,
  b.error, b.is_scheduled, b.created_at, b.finished_at,
  (select max(v.verified_at) from backup_verifications v where v.sha256 = b.sha256) as verified_at`;

const FIRST_MIGRATION = 'Migration20261125010000_backups';
/** A process that makes a backup writes its row every few seconds. */
const ABANDONED_AFTER_MS = 60_000;

@Injectable()
export class BackupsRepository {
  constructor(private readonly database: Database) {}

  /** Undefined while another backup runs. */
  async insert(by: { requestedById: string | null; isScheduled: boolean }): Promise<BackupRow | undefined> {
    const id = uuidv7();
    const now = new Date();
    const [inserted] = await this.database.query(
      `insert into backups (id, name, status, progress, missing_files, is_scheduled, requested_by_id, created_at,
         updated_at)
       values ($1, $2, 'running', 0, 0, $3, $4, $5, $5) on conflict do nothing returning id`,
      [id, nameOf(id, now), by.isScheduled, by.requestedById, now],
    );
    return inserted && this.find(id);
  }

  find(id: string): Promise<BackupRow | undefined> {
    return this.database.one<BackupRow>(`select ${columns} from backups b where b.id = $1`, [id]);
  }

  /** The newest first. */
  list(): Promise<BackupRow[]> {
    return this.database.query<BackupRow>(`select ${columns} from backups b order by b.created_at desc, b.id desc`);
  }

  async setProgress(id: string, percent: number): Promise<void> {
    await this.database.query(
      `update backups set progress = $2, updated_at = $3 where id = $1 and status = 'running'`,
      [id, percent, new Date()],
    );
  }

  async complete(id: string, { size, sha256, missing }: CreatedArchive): Promise<void> {
    await this.database.query(
      `update backups set status = 'complete', progress = 100, size_bytes = $2, sha256 = $3, missing_files = $4,
         updated_at = $5, finished_at = $5
       where id = $1`,
      [id, size, sha256, missing, new Date()],
    );
  }

  async fail(id: string, error: string): Promise<void> {
    await this.database.query(
      `update backups set status = 'failed', error = $2, updated_at = $3, finished_at = $3
       where id = $1 and status = 'running'`,
      [id, error, new Date()],
    );
  }

  /** @returns whether a running backup was found of a process that no longer reports */
  async failAbandoned(error: string, now = new Date()): Promise<boolean> {
    return this.database.transaction(async () => {
      const before = new Date(now.getTime() - ABANDONED_AFTER_MS);
      const row = await this.database.one<{ id: string }>(
        `select id from backups where status = 'running' and updated_at < $1`,
        [before],
      );
      if (!row) return false;
      // The process holds the lock for as long as it lives.
      const lock = await this.database.one<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [
        BACKUP_LOCK,
      ]);
      if (!lock?.free) return false;
      await this.fail(row.id, error);
      return true;
    });
  }

  async delete(id: string): Promise<void> {
    await this.database.query('delete from backups where id = $1', [id]);
  }

  /**
   * Complete ones beyond the newest `keep`, except the newest one that lacks no files, and failed ones from before
   * `failedBefore`.
   */
  listOld(keep: number, failedBefore: Date): Promise<BackupRow[]> {
    return this.database.query<BackupRow>(
      `select ${columns} from backups b
       where (b.status = 'failed' and b.created_at < $2)
         or b.id in (select id from backups where status = 'complete' order by created_at desc, id desc offset $1)
           and b.id is distinct from (
             select id from backups where status = 'complete' and missing_files = 0
             order by created_at desc, id desc limit 1
           )`,
      [keep, failedBefore],
    );
  }

  /**
   * Whether a scheduled backup of this time is still to be made: none was begun since then, whatever became of it, and
   * the hub existed before.
   */
  async isDue(time: Date): Promise<boolean> {
    const row = await this.database.one(
      `select 1 from mikro_orm_migrations
       where name = '${FIRST_MIGRATION}' and executed_at < $1
         and not exists (select 1 from backups where (is_scheduled and created_at >= $1) or status = 'running')`,
      [time],
    );
    return row !== undefined;
  }

  async addVerification(name: string, sha256: string): Promise<void> {
    await this.database.query(
      'insert into backup_verifications (id, name, sha256, verified_at) values ($1, $2, $3, $4)',
      [uuidv7(), name, sha256, new Date()],
    );
  }

  /** With the setting, so that a health check is one statement. */
  async getHistory(): Promise<BackupHistory> {
    const row = await this.database.one<BackupHistory>(
      `select (select max(finished_at) from backups where status = 'complete') as last_complete,
              (select max(verified_at) from backup_verifications) as last_verified,
              coalesce((select status = 'failed' from backups where status <> 'running'
                        order by created_at desc, id desc limit 1), false) as last_failed,
              (select executed_at from mikro_orm_migrations where name = '${FIRST_MIGRATION}') as since,
              coalesce((select value from settings where key = $1), $2) = 'true' as is_daily`,
      [dailyBackups.key, JSON.stringify(dailyBackups.fallback)],
    );
    if (!row) throw new Error('An aggregate has one row.');
    return row;
  }
}

/** Sorts by time, and is unique. */
function nameOf(id: string, at: Date): string {
  const time = at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  return `knowledge-hub-${time}-${id.slice(-6)}${FILE_EXTENSION}`;
}
