import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { Row } from '../../schema/index.js';
import { BACKUP_LOCK } from '../database/advisory-locks.js';
import { Database } from '../database/database.js';
import { defineSetting } from '../settings/settings.js';
import { FILE_EXTENSION } from './archive-format.js';
import type { CreatedArchive } from './create-archive.js';

/** Whether a backup is made every day. */
export const dailyBackups = defineSetting('backups.daily', z.boolean(), true);
/** The hour (UTC) after which the backup of the day begins. */
export const backupHour = defineSetting('backups.hour', z.number().int().min(0).max(23), 3);
/** How many complete scheduled backups are kept, and how many others; older ones are deleted after each backup. */
export const keptBackups = defineSetting('backups.keep', z.number().int().min(1).max(365), 7);

export const backupSettings = [dailyBackups, backupHour, keptBackups];

export const backupStatuses = ['running', 'complete', 'failed'] as const;
export type BackupStatus = (typeof backupStatuses)[number];

/** `missing_files` counts contents that the storage had lost before; `error` is why it failed, one sentence. */
export type BackupRow = Omit<Row<'backups'>, 'size_bytes' | 'requested_by_id' | 'updated_at' | 'was_interrupted'> & {
  /** null until it is complete */
  size_bytes: number | null;
  /** of the latest verified restore of this archive */
  verified_at: Date | null;
};

/** A backup that was restored into a scratch database and was equal to its archive. */
export interface VerifiedBackup {
  name: string;
  /** null when an earlier version recorded the verification */
  created_at: Date | null;
  verified_at: Date;
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
    const inserted = await this.database.db
      .insertInto('backups')
      .values({
        id,
        name: createName(id, now),
        status: 'running',
        progress: 0,
        missing_files: 0,
        is_scheduled: by.isScheduled,
        requested_by_id: by.requestedById,
        created_at: now,
        updated_at: now,
      })
      .onConflict((running) => running.doNothing())
      .returning('id')
      .executeTakeFirst();
    return inserted && this.find(id);
  }

  find(id: string): Promise<BackupRow | undefined> {
    return this.select().where('b.id', '=', id).executeTakeFirst();
  }

  /** The newest first. */
  list(): Promise<BackupRow[]> {
    return this.select().orderBy('b.created_at', 'desc').orderBy('b.id', 'desc').execute();
  }

  async setProgress(id: string, percent: number): Promise<void> {
    await this.database.db
      .updateTable('backups')
      .set({ progress: percent, updated_at: new Date() })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .execute();
  }

  async complete(id: string, { size, sha256, missing }: CreatedArchive): Promise<void> {
    const now = new Date();
    await this.database.db
      .updateTable('backups')
      .set({ status: 'complete', progress: 100, size_bytes: size, sha256, missing_files: missing })
      .set({ updated_at: now, finished_at: now })
      .where('id', '=', id)
      .execute();
  }

  /** @param wasInterrupted a process ended, and another attempt may succeed */
  async fail(id: string, error: string, wasInterrupted = false): Promise<void> {
    const now = new Date();
    await this.database.db
      .updateTable('backups')
      .set({ status: 'failed', error, was_interrupted: wasInterrupted, updated_at: now, finished_at: now })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .execute();
  }

  /** @returns whether a running backup was found of a process that no longer reports */
  async failAbandoned(error: string, now = new Date()): Promise<boolean> {
    return this.database.transaction(async () => {
      const { db } = this.database;
      const row = await db
        .selectFrom('backups')
        .select('id')
        .where('status', '=', 'running')
        .where('updated_at', '<', new Date(now.getTime() - ABANDONED_AFTER_MS))
        .executeTakeFirst();
      if (!row) return false;
      // The process holds the lock for as long as it lives.
      const lock = sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${BACKUP_LOCK}) as free`;
      if (!(await lock.execute(db)).rows[0]?.free) return false;
      await this.fail(row.id, error, true);
      return true;
    });
  }

  async delete(id: string): Promise<void> {
    await this.database.db.deleteFrom('backups').where('id', '=', id).execute();
  }

  async removeRequester(userId: string): Promise<void> {
    await this.database.db
      .updateTable('backups')
      .set({ requested_by_id: null })
      .where('requested_by_id', '=', userId)
      .execute();
  }

  /**
   * Complete ones beyond the newest `keep` scheduled and the newest `keep` other ones, except the newest one that lacks
   * no files, and failed ones from before `failedBefore`.
   */
  listOld(keep: number, failedBefore: Date): Promise<BackupRow[]> {
    const isSurplus = sql<boolean>`
      b.id in (
        select id from (
          select id, row_number() over (partition by is_scheduled order by created_at desc, id desc) as place
          from backups where status = 'complete'
        ) placed where place > ${keep}
      )
      and b.id is distinct from (
        select id from backups where status = 'complete' and missing_files = 0
        order by created_at desc, id desc limit 1
      )`;
    return this.select()
      .where((row) => row.or([row('b.status', '=', 'failed').and('b.created_at', '<', failedBefore), isSurplus]))
      .execute();
  }

  /**
   * Whether a scheduled backup of this time is still to be made: each one that was begun since then was interrupted,
   * and the hub existed before.
   */
  async isDue(time: Date): Promise<boolean> {
    const { rows } = await sql`
      select 1 from mikro_orm_migrations
      where name = ${FIRST_MIGRATION} and executed_at < ${time}
        and not exists (select 1 from backups where status = 'running')
        and (select bool_and(was_interrupted) is not false and count(*) < ${SCHEDULED_ATTEMPTS}
             from backups where is_scheduled and created_at >= ${time})`.execute(this.database.db);
    return rows.length > 0;
  }

  /** @returns false for an archive that is none of the backups, such as that of another installation */
  async addVerification(sha256: string): Promise<boolean> {
    const { numAffectedRows } = await sql`
      insert into backup_verifications (id, name, sha256, archive_created_at, verified_at)
      select ${uuidv7()}, b.name, b.sha256, b.created_at, ${new Date()} from backups b
      where b.sha256 = ${sha256} limit 1`.execute(this.database.db);
    return !!numAffectedRows;
  }

  /** With the setting, so that a health check is one statement. */
  async getHistory(): Promise<BackupHistory> {
    const { rows } = await sql<StoredHistory>`
      select (select coalesce(json_agg(c order by c.created_at desc, c.id desc), '[]')
              from (select id, name, missing_files, created_at, finished_at from backups where status = 'complete'
                    order by created_at desc, id desc limit ${HISTORY_LENGTH}) c) as complete,
             (select json_build_object('name', v.name, 'created_at', v.archive_created_at,
                                       'verified_at', v.verified_at)
              from backup_verifications v order by v.verified_at desc limit 1) as verified,
             coalesce((select status = 'failed' from backups where status <> 'running'
                         and not (was_interrupted and exists (select 1 from backups where status = 'running'))
                       order by created_at desc, id desc limit 1), false) as last_failed,
             (select executed_at from mikro_orm_migrations where name = ${FIRST_MIGRATION}) as since,
             coalesce((select value from settings where key = ${dailyBackups.key}),
                      ${JSON.stringify(dailyBackups.fallback)}::jsonb) = 'true' as is_daily`.execute(this.database.db);
    const [row] = rows;
    if (!row) throw new Error('An aggregate has one row.');
    const { complete, verified } = row;
    return {
      ...row,
      complete: complete.map((each) => ({ ...each, finished_at: new Date(each.finished_at) })),
      verified: verified && {
        name: verified.name,
        created_at: verified.created_at === null ? null : new Date(verified.created_at),
        verified_at: new Date(verified.verified_at),
      },
    };
  }

  private select() {
    return this.database.db
      .selectFrom('backups as b')
      .select(['b.id', 'b.name', 'b.status', 'b.progress', sql<number | null>`b.size_bytes::float8`.as('size_bytes')])
      .select(['b.sha256', 'b.missing_files', 'b.error', 'b.is_scheduled', 'b.created_at', 'b.finished_at'])
      .select((row) =>
        row
          .selectFrom('backup_verifications as v')
          .select((max) => max.fn.max('v.verified_at').as('verified_at'))
          .whereRef('v.sha256', '=', 'b.sha256')
          .as('verified_at'),
      );
  }
}

/** In JSON, times are texts. */
type StoredHistory = Omit<BackupHistory, 'complete' | 'verified'> & {
  complete: { name: string; missing_files: number; finished_at: string }[];
  verified: { name: string; created_at: string | null; verified_at: string } | null;
};

/** Sorts by time, and is unique. */
function createName(id: string, at: Date): string {
  const time = at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  return `knowledge-hub-${time}-${id.slice(-6)}${FILE_EXTENSION}`;
}
