import { Inject, Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { validate as isUuid } from 'uuid';
import type { Row } from '../../schema/index.js';
import type { Actor } from '../access/actor.js';
import { Database } from '../database/database.js';
import { sqlState } from '../database/pg-errors.js';
import { Files, sanitizeFileName, type StoredFile } from '../files/files.js';
import { readMediaType, requireVideoType, SAMPLE_BYTES } from '../files/media-type.js';
import { conflict, invalid, notFound } from '../errors/domain-error.js';
import { Jobs } from '../jobs/jobs.js';
import { LOGGER } from '../logging/logger.js';
import { PersonalData } from '../personal-data/personal-data.js';
import { UploadLimits } from './upload-limits.js';
import { UploadLocker } from './upload-locker.js';
import { UploadStorage } from './upload-storage.js';
import type { Localized } from '../language/texts.js';

/** How long an upload may take, and how long a finished one waits for its use. */
export const EXPIRY_MS = 24 * 3600_000;

export type UploadRow = Omit<Row<'uploads'>, 'size' | 'created_at' | 'received' | 'active_at'> & { size: number };

export interface FinishedUpload {
  id: string;
  /** as the uploader calls it; only shown, never a path */
  name: string;
  size: number;
  /** detected from the bytes */
  mediaType: string;
}

/**
 * Uploads that clients send in parts, and that other modules take over when they are complete. A row is written before
 * the first byte and deleted after the last one, so that a crash leaves no bytes without a row.
 */
@Injectable()
export class UploadsService {
  constructor(
    private readonly database: Database,
    private readonly storage: UploadStorage,
    private readonly files: Files,
    private readonly limits: UploadLimits,
    private readonly locker: UploadLocker,
    jobs: Jobs,
    personalData: PersonalData,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    jobs.define('uploads.sweep', () => this.sweep(), {
      cron: '11 * * * *',
      transactional: false,
      expireInSeconds: 3600,
    });
    personalData.register({
      sections: [
        {
          name: 'uploads',
          description: 'Resumable uploads that are not stored as files yet',
          select: (id) => sql`
            select u.id as cursor, u.id, u.name, u.size, u.created_at, u.expires_at, u.finished_at
            from uploads u where u.owner_id = ${id}::uuid`,
        },
      ],
      erase: ({ id }) => this.expireAll(id),
    });
  }

  /**
   * A complete upload of this user that nothing uses yet.
   * @throws 400 when there is none with this id, 415 when it is not a video, 409 when something uses it
   */
  async requireFinished(actor: Actor, id: string): Promise<FinishedUpload> {
    const row = await this.findOwn(actor, id);
    if (!row) throw unusable((texts) => texts.platform.uploadGone);
    if (!(await this.finish(row))) throw unusable((texts) => texts.platform.uploadIncomplete);
    if (row.claimed_at) throw alreadyUsed();
    return { id, name: row.name, size: row.size, mediaType: await this.requireVideo(id) };
  }

  /** The bytes of a complete upload. */
  open(id: string): Promise<Readable> {
    return this.storage.read(id);
  }

  /**
   * Marks a complete upload as used, in the transaction that refers to it. It is kept until {@link remove}, or until
   * nothing refers to it any more.
   * @throws 409 when it is used already or incomplete
   */
  async claim(id: string): Promise<void> {
    const { numUpdatedRows } = await this.database.db
      .updateTable('uploads')
      .set({ claimed_at: new Date() })
      .where('id', '=', id)
      .where('finished_at', 'is not', null)
      .where('claimed_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (!numUpdatedRows) throw alreadyUsed();
  }

  /**
   * Stores a complete upload as a file, without copying it where the file system can link files. May be repeated, since
   * the upload stays. Not to be called in a transaction.
   * @throws 404 when the upload does not exist, 413 above the quota, 507 when the disk is full
   */
  async storeFile(id: string): Promise<StoredFile> {
    const row = await this.find(id);
    if (!row) throw notFound('upload');
    const mediaType = await this.requireVideo(id);
    const path = this.storage.localPath(id);
    return this.files.store(path === undefined ? await this.storage.read(id) : { path }, {
      name: row.name,
      mediaType,
      // The quota of a user is one of images; what refers to the file decides who may read it.
      uploaderId: null,
      maxBytes: row.size,
    });
  }

  /** Deletes an upload; does nothing when it does not exist. Not to be called in a transaction. */
  async remove(id: string): Promise<void> {
    await this.removeIf(id, { isUsed: true });
  }

  /** Deletes an upload unless something uses it. */
  async removeUnused(id: string): Promise<void> {
    await this.removeIf(id, { isUsed: false });
  }

  /**
   * Registers a new upload. Uploads that their owner has left idle and unfinished give way to it if it fits then.
   * @throws 413 above MAX_VIDEO_MB or a quota, 403 too_many_uploads, 507 when the disk has no space for it
   */
  async begin(owner: Actor, { id, name, size }: { id: string; name: string; size: number }): Promise<void> {
    this.limits.requireSize(size);
    await this.storage.requireSpace(size);
    const surplus = await this.database.transaction(async () => {
      const ids = await this.limits.reserve(owner.userId, size);
      const now = new Date();
      const expires_at = new Date(now.getTime() + EXPIRY_MS);
      await this.database.db
        .insertInto('uploads')
        .values({ id, owner_id: owner.userId, name: sanitizeFileName(name), size, created_at: now, expires_at })
        .execute();
      return ids;
    });
    // After the commit: a refusal leaves them as they were. The sweep removes what stays.
    for (const former of surplus)
      await this.storage
        .remove(former)
        .catch((error: unknown) => this.logger.warn({ err: error, upload: former }, 'upload not removed'));
  }

  find(id: string): Promise<UploadRow | undefined> {
    return this.database.db
      .selectFrom('uploads')
      .select(['id', 'owner_id', 'name', sql<number>`size::float8`.as('size')])
      .select(['expires_at', 'finished_at', 'claimed_at'])
      .where('id', '=', id)
      .executeTakeFirst();
  }

  /** An upload that this user may continue or delete: their own, until something uses it. */
  async findOwn(actor: Actor, id: string): Promise<UploadRow | undefined> {
    const row = isUuid(id) ? await this.find(id) : undefined;
    return row && row.owner_id === actor.id && (row.claimed_at || row.expires_at > new Date()) ? row : undefined;
  }

  /**
   * Checks a complete upload and gives it time until it is used. Repeatable: a crash may come before it.
   * @returns false while bytes are missing
   * @throws 415 when it is not a video; it is deleted then
   */
  async finish({ id, size, finished_at }: UploadRow): Promise<boolean> {
    if (finished_at) return true;
    if ((await this.storage.size(id)) !== size) return false;
    try {
      await this.requireVideo(id);
    } catch (error) {
      await this.remove(id);
      throw error;
    }
    const now = new Date();
    await this.database.db
      .updateTable('uploads')
      .set({ finished_at: now, expires_at: new Date(now.getTime() + EXPIRY_MS), received: (row) => row.ref('size') })
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .execute();
    return true;
  }

  /** Deletes expired uploads with their bytes. Not to be called in a transaction. */
  async sweep(now = new Date()): Promise<void> {
    const ids = [...(await this.findExpired(now)), ...(await this.findOrphans())];
    for (const id of ids) await this.locker.ifFree(id, () => this.removeExpired(id));
  }

  /** Uploads that have expired, or that were used long ago. */
  private async findExpired(now: Date): Promise<string[]> {
    const usedBefore = new Date(now.getTime() - EXPIRY_MS);
    const rows = await this.database.db
      .selectFrom('uploads')
      .select('id')
      .where('expires_at', '<', now)
      .where((row) => row.or([row('claimed_at', 'is', null), row('claimed_at', '<', usedBefore)]))
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Deletes an expired upload, unless a row of another table refers to it. Never throws: the next sweep retries. */
  private async removeExpired(id: string): Promise<void> {
    try {
      await this.remove(id);
    } catch (error) {
      if (sqlState(error) !== FOREIGN_KEY_VIOLATION) this.logger.warn({ err: error, upload: id }, 'upload not removed');
    }
  }

  /** Uploads that have bytes and no row, because their owner was deleted. */
  private async findOrphans(): Promise<string[]> {
    const ids = (await this.storage.list()).filter((id) => isUuid(id));
    const known = await this.database.db
      .selectFrom('uploads')
      .select('id')
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute();
    const rows = new Set(known.map(({ id }) => id));
    return ids.filter((id) => !rows.has(id));
  }

  /** The sweep removes the bytes. */
  private async expireAll(ownerId: string): Promise<void> {
    await this.database.db
      .updateTable('uploads')
      .set({ expires_at: new Date() })
      .where('owner_id', '=', ownerId)
      .where('claimed_at', 'is', null)
      .execute();
  }

  private async removeIf(id: string, { isUsed }: { isUsed: boolean }): Promise<void> {
    await this.database.transaction(async () => {
      const { db } = this.database;
      // A reference to the upload must fail here, not at the commit, when its bytes are gone.
      await sql`set constraints all immediate`.execute(db);
      await db
        .deleteFrom('uploads')
        .where('id', '=', id)
        .$if(!isUsed, (query) => query.where('claimed_at', 'is', null))
        .execute();
      if (!(await this.find(id))) await this.storage.remove(id);
    });
  }

  private async requireVideo(id: string): Promise<string> {
    const mediaType = await readMediaType(await buffer(await this.storage.read(id, SAMPLE_BYTES)));
    requireVideoType(mediaType);
    return mediaType;
  }
}

const FOREIGN_KEY_VIOLATION = '23503';

const unusable = (message: Localized) => invalid([{ field: 'upload_key', message }]);
export const alreadyUsed = () => conflict('upload_used', (texts) => texts.platform.uploadUsed);
