import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { z } from 'zod';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { Files } from '../files/files.js';
import { DomainError, forbidden, invalid } from '../errors/domain-error.js';
import { defineSetting, Settings } from '../settings/settings.js';
import { tooLarge } from '../storage/storage.js';

/** Megabytes that the unused uploads of one user have announced. */
export const uploadQuota = defineSetting('uploads.quota_mb', z.number().int().min(1).max(10_000_000), 20_480);

/** Uploads of a user that nothing uses yet. */
const MAX_UNUSED = 10;
/** An unfinished upload without a byte for so long gives way when its owner begins another one. */
const IDLE_MS = 10 * 60_000;
/** Bytes of an open upload that count before they have arrived; received ones are recorded as often. */
export const RESERVE_BYTES = 64 * 1024 ** 2;

const MB = 1024 ** 2;

/** Limits how much one user may upload at once, and all users together. */
@Injectable()
export class UploadLimits {
  constructor(
    private readonly database: Database,
    private readonly files: Files,
    private readonly settings: Settings,
    private readonly config: Config,
  ) {
    settings.register('videos', [uploadQuota]);
  }

  get maxBytes(): number {
    return this.config.env.MAX_VIDEO_MB * MB;
  }

  /** @throws 400 without bytes, 413 above MAX_VIDEO_MB */
  requireSize(size: number): void {
    if (size === 0) throw invalid([{ field: 'Upload-Length', message: (texts) => texts.platform.fileEmpty }]);
    if (size > this.maxBytes) throw tooLarge(this.maxBytes);
  }

  /**
   * Makes sure that another upload fits, until the caller's transaction ends: others that begin wait for it. The rows
   * of idle uploads are deleted as far as the space is needed, the oldest first; complete ones wait for their use.
   * @returns the ids of the deleted ones, whose bytes the caller removes
   * @throws 403 too_many_uploads, 413 above a quota, both also without the idle ones
   */
  async reserve(ownerId: string, size: number): Promise<string[]> {
    const { db } = this.database;
    await sql`select pg_advisory_xact_lock(hashtextextended('uploads', 0))`.execute(db);
    // Locks the rows: a client that resumes an idle upload waits until it is decided which of them go.
    const idleSince = new Date(Date.now() - IDLE_MS);
    const own = await db
      .selectFrom('uploads')
      .select(['id', sql<number>`size::float8`.as('size')])
      .select(sql<boolean>`finished_at is null and coalesce(active_at, created_at) < ${idleSince}`.as('is_idle'))
      .where('owner_id', '=', ownerId)
      .where('claimed_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute();
    const quota = await this.getQuota();
    const surplus: string[] = [];
    let [count, bytes] = [own.length, own.reduce((sum, row) => sum + row.size, size)];
    for (const row of own.filter(({ is_idle }) => is_idle)) {
      if (count < MAX_UNUSED && bytes <= quota) break;
      surplus.push(row.id);
      [count, bytes] = [count - 1, bytes - row.size];
    }
    if (count >= MAX_UNUSED) throw forbidden((texts) => texts.platform.tooManyUploads(MAX_UNUSED), 'too_many_uploads');
    if (bytes > quota) throw quotaReached(quota);
    if (surplus.length)
      await db
        .deleteFrom('uploads')
        .where(sql<boolean>`id = any(${surplus}::uuid[])`)
        .execute();
    await this.files.requireQuota((await this.getReservedBytes()) + Math.min(size, RESERVE_BYTES));
    return surplus;
  }

  /**
   * Records how many bytes of an upload have arrived.
   * @throws 413 when the storage of the hub is full
   */
  async recordReceived(id: string, received: number): Promise<void> {
    await this.database.db
      .updateTable('uploads')
      .set({ received, active_at: new Date() })
      .where('id', '=', id)
      .execute();
    await this.files.requireQuota(await this.getReservedBytes());
  }

  /** Bytes of the uploads of all users that are not stored as files yet. */
  private async getReservedBytes(): Promise<number> {
    const { bytes } = await this.database.db
      .selectFrom('uploads')
      .select(sql<number>`coalesce(sum(least(size, received + ${RESERVE_BYTES})), 0)::float8`.as('bytes'))
      .where((row) => row.or([row('expires_at', '>', new Date()), row('claimed_at', 'is not', null)]))
      .executeTakeFirstOrThrow();
    return bytes;
  }

  /** In bytes; at least one file of the largest size. */
  private async getQuota(): Promise<number> {
    return Math.max(this.maxBytes, (await this.settings.get(uploadQuota)) * MB);
  }
}

const quotaReached = (bytes: number) =>
  new DomainError(413, 'upload_quota_reached', (texts) => texts.platform.uploadQuotaReached(Math.floor(bytes / MB)));
