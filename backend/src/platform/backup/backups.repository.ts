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

/** A backup that was restored into a scratch database and was equal to its archive. */
export interface VerifiedBackup {
  name: string;
  /** null when an earlier version recorded the verification */
  createdAt: Date | null;
  verifiedAt: Date;
}

export interface BackupHistory {
  /** the newest complete ones, newest first */
  complete: Pick<BackupRow, 'name' | 'missing_files' | 'finished_at'>[];
  /** the latest one */
  verified: VerifiedBackup | null;
  /** whether the latest finished one failed; not one that was interrupted while another one runs */
  last_failed: boolean;
  /** when this installation became able to make backups */
  since: Date | null;
  is_daily: boolean;
}

const columns = `b.id, b.name, b.status, b.progress, b.size_bytes::float8 as size_bytes, b.sha256, b.missing_files,
  b.error, b.is_scheduled, b.created_at, b.finished_at,
  (select max(v.verified_at) from backup_verifications v where v.sha256 = b.sha256) as verified_at`;

const FIRST_MIGRATION = 'Migration20261125010000_backups';
/** How often a scheduled backup is begun again that was interrupted: one that ends the process each time must end. */
const SCHEDULED_ATTEMPTS = 3;
/** How many archives the health check may have to look for. */
const HISTORY_LENGTH = 10;
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

  /** @param wasInterrupted a process ended, and another attempt may succeed */
  async fail(id: string, error: string, wasInterrupted = false): Promise<void> {
    await this.database.query(
      `update backups set status = 'failed', error = $2, was_interrupted = $4, updated_at = $3, finished_at = $3
       where id = $1 and status = 'running'`,
      [id, error, new Date(), wasInterrupted],
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
      await this.fail(row.id, error, true);
      return true;
    });
  }

  async delete(id: string): Promise<void> {
    await this.database.query('delete from backups where id = $1', [id]);
  }

  /**
   * Complete ones beyond the newest `keep` scheduled and the newest `keep` other ones, except the newest one that lacks
   * no files, and failed ones from before `failedBefore`.
   */
  listOld(keep: number, failedBefore: Date): Promise<BackupRow[]> {
    return this.database.query<BackupRow>(
      `select ${columns} from backups b
       where (b.status = 'failed' and b.created_at < $2)
         or b.id in (
             select id from (
               select id, row_number() over (partition by is_scheduled order by created_at desc, id desc) as place
               from backups where status = 'complete'
             ) placed where place > $1
           )
           and b.id is distinct from (
             select id from backups where status = 'complete' and missing_files = 0
             order by created_at desc, id desc limit 1
           )`,
      [keep, failedBefore],
    );
  }

  /**
   * Whether a scheduled backup of this time is still to be made: each one that was begun since then was interrupted,
   * and the hub existed before.
   */
  async isDue(time: Date): Promise<boolean> {
    const row = await this.database.one(
      `select 1 from mikro_orm_migrations
       where name = '${FIRST_MIGRATION}' and executed_at < $1
         and not exists (select 1 from backups where status = 'running')
         and (select bool_and(was_interrupted) is not false and count(*) < $2
              from backups where is_scheduled and created_at >= $1)`,
      [time, SCHEDULED_ATTEMPTS],
    );
    return row !== undefined;
  }

  /** @returns false for an archive that is none of the backups, such as that of another installation */
  async addVerification(sha256: string): Promise<boolean> {
    const added = await this.database.query(
      `insert into backup_verifications (id, name, sha256, archive_created_at, verified_at)
       select $1, b.name, b.sha256, b.created_at, $3 from backups b where b.sha256 = $2 limit 1 returning id`,
      [uuidv7(), sha256, new Date()],
    );
    return added.length > 0;
  }

  /** With the setting, so that a health check is one statement. */
  async getHistory(): Promise<BackupHistory> {
    const row = await this.database.one<StoredHistory>(
      `select (select coalesce(json_agg(c order by c.created_at desc, c.id desc), '[]')
               from (select id, name, missing_files, created_at, finished_at from backups where status = 'complete'
                     order by created_at desc, id desc limit ${HISTORY_LENGTH}) c) as complete,
              (select json_build_object('name', v.name, 'createdAt', v.archive_created_at, 'verifiedAt', v.verified_at)
               from backup_verifications v order by v.verified_at desc limit 1) as verified,
              coalesce((select status = 'failed' from backups where status <> 'running'
                          and not (was_interrupted and exists (select 1 from backups where status = 'running'))
                        order by created_at desc, id desc limit 1), false) as last_failed,
              (select executed_at from mikro_orm_migrations where name = '${FIRST_MIGRATION}') as since,
              coalesce((select value from settings where key = $1), $2) = 'true' as is_daily`,
      [dailyBackups.key, JSON.stringify(dailyBackups.fallback)],
    );
    if (!row) throw new Error('An aggregate has one row.');
    const { complete, verified } = row;
    return {
      ...row,
      complete: complete.map((each) => ({ ...each, finished_at: new Date(each.finished_at) })),
      verified: verified && {
        name: verified.name,
        createdAt: verified.createdAt === null ? null : new Date(verified.createdAt),
        verifiedAt: new Date(verified.verifiedAt),
      },
    };
  }
}

/** In JSON, times are texts. */
type StoredHistory = Omit<BackupHistory, 'complete' | 'verified'> & {
  complete: { name: string; missing_files: number; finished_at: string }[];
  verified: { name: string; createdAt: string | null; verifiedAt: string } | null;
};

/** Sorts by time, and is unique. */
function nameOf(id: string, at: Date): string {
  const time = at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  return `knowledge-hub-${time}-${id.slice(-6)}${FILE_EXTENSION}`;
}
