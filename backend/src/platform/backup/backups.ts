import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../database/database.js';
import { conflict, notFound } from '../errors/domain-error.js';
import { Jobs } from '../jobs/jobs.js';
import { PersonalData } from '../personal-data/personal-data.js';
import { Settings } from '../settings/settings.js';
import {
  backupHour,
  type BackupRow,
  backupSettings,
  BackupsRepository,
  dailyBackups,
  keptBackups,
} from './backups.repository.js';
import { BackupRunner, INTERRUPTED } from './backup-runner.js';
import { BackupStorage } from './backup-storage.js';

const CREATE_BACKUP = 'backups.create';

/** A backup of a large store takes hours. */
const EXPIRE_SECONDS = 24 * 3600 - 1;
const FAILED_KEPT_MS = 30 * 24 * 3600_000;

/** The backups of this hub. One runs at a time, over all instances and commands. */
@Injectable()
export class Backups {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly settings: Settings,
    private readonly repository: BackupsRepository,
    private readonly archives: BackupStorage,
    private readonly runner: BackupRunner,
    personalData: PersonalData,
  ) {
    settings.register('backups', backupSettings);
    jobs.define<{ id: string }>(CREATE_BACKUP, ({ id }, { retries }) => this.run(id, retries), {
      transactional: false,
      expireInSeconds: EXPIRE_SECONDS,
    });
    jobs.define('backups.tick', () => this.tick(), { cron: '* * * * *', deleteAfterSeconds: 3600 });
    personalData.register({
      sections: [
        {
          name: 'backups',
          description: 'Backups that the user has requested',
          select: (id) => sql`
            select b.id as cursor, b.created_at, b.status from backups b where b.requested_by_id = ${id}::uuid`,
        },
      ],
      erase: ({ id }) => repository.removeRequester(id),
    });
  }

  /**
   * Queues a backup. Joins the caller's transaction.
   * @throws 409 while another one runs
   */
  async request(by: { requestedById: string | null; isScheduled?: boolean }): Promise<BackupRow> {
    return this.database.transaction(async () => {
      const row = await this.insert(by);
      await this.jobs.send(CREATE_BACKUP, { id: row.id });
      return row;
    });
  }

  /** Makes a backup in this process. @throws 409 while another one runs */
  async create(): Promise<BackupRow> {
    await this.failAbandoned();
    const { id } = await this.insert({ requestedById: null });
    await this.run(id, 0);
    return this.get(id);
  }

  /** @param retries how often this job has run before, on an instance that died */
  async run(id: string, retries: number): Promise<void> {
    const row = await this.repository.find(id);
    if (row?.status !== 'running') return;
    if (retries > 0) {
      // Until the row has failed, no other process writes an archive.
      await this.archives.deletePartials();
      return this.repository.fail(id, INTERRUPTED, true);
    }
    await this.runner.run(row);
    await this.deleteOld();
  }

  list(): Promise<BackupRow[]> {
    return this.repository.list();
  }

  /** @throws 404 */
  async get(id: string): Promise<BackupRow> {
    const row = await this.repository.find(id);
    if (!row) throw notFound('backup');
    return row;
  }

  /** @throws 404; 409 while it runs */
  async delete(id: string): Promise<BackupRow> {
    const row = await this.get(id);
    if (row.status === 'running') throw conflict('backup_running', (texts) => texts.platform.backupRunning);
    await this.remove(row);
    return row;
  }

  /** Runs every minute: ends the rows of dead processes, and begins the backup of the day. */
  async tick(now = new Date()): Promise<void> {
    await this.failAbandoned(now);
    const due = await this.getDueTime(now);
    if (due && (await this.repository.isDue(due))) await this.request({ requestedById: null, isScheduled: true });
  }

  /** The time today from which a scheduled backup is due; undefined before it, or without a schedule. */
  private async getDueTime(now: Date): Promise<Date | undefined> {
    if (!(await this.settings.get(dailyBackups))) return undefined;
    const due = new Date(now);
    due.setUTCHours(await this.settings.get(backupHour), 0, 0, 0);
    return due <= now ? due : undefined;
  }

  private async insert(by: { requestedById: string | null; isScheduled?: boolean }): Promise<BackupRow> {
    const row = await this.repository.insert({ isScheduled: false, ...by });
    if (!row) throw conflict('backup_running', (texts) => texts.platform.otherBackupRunning);
    return row;
  }

  private async failAbandoned(now = new Date()): Promise<void> {
    if (await this.repository.failAbandoned(INTERRUPTED, now)) await this.archives.deletePartials();
  }

  private async deleteOld(now = Date.now()): Promise<void> {
    const keep = await this.settings.get(keptBackups);
    const old = await this.repository.listOld(keep, new Date(now - FAILED_KEPT_MS));
    for (const row of old) await this.remove(row);
  }

  /** The archive first: a row without an archive can be deleted again, an archive without a row would stay for good. */
  private async remove({ id, name }: BackupRow): Promise<void> {
    await this.archives.delete(name);
    await this.repository.delete(id);
  }
}
