import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { DomainError } from '../errors/domain-error.js';
import { PersonalData } from '../personal-data/personal-data.js';
import type { LocalFile } from '../storage/spool.js';
import { Storage } from '../storage/storage.js';
import { lockContent, FileUsage } from './file-usage.js';
import { sanitizeFileName } from './file-sender.js';
import { createFilePath } from './file-url.js';

/** A file as modules see it. `size` in bytes; `url` with the API prefix. */
export interface StoredFile {
  id: string;
  sha256: string;
  size: number;
  media_type: string;
  name: string;
  url: string;
}

export interface NewFile {
  /** as the uploader calls it; only shown, never a path */
  name: string;
  /** detected from the bytes, see detectMediaType */
  mediaType: string;
  /** who may read the file before something refers to it, and whose quota of images it counts to; null: no user */
  uploaderId: string | null;
  maxBytes: number;
}

type FileRow = Omit<StoredFile, 'url'>;

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(; charset=utf-8)?$/;

/** Stores files. Rows hold metadata and uploader; the storage holds the bytes, once per content. */
@Injectable()
export class Files {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly config: Config,
    private readonly usage: FileUsage,
    personalData: PersonalData,
  ) {
    // Erasing keeps files that texts show; the sweep removes the others.
    personalData.register({
      sections: [
        {
          name: 'files',
          description: 'Uploaded images and files',
          select: (id) => sql`
            select f.id as cursor, f.id, f.name, f.media_type, f.size, f.created_at,
                   '/files/' || f.id || '/' || left(f.sha256, 16) as url
            from files f where f.uploader_id = ${id}::uuid`,
        },
      ],
      erase: ({ id }) => this.removeUploader(id),
    });
  }

  /**
   * Stores an upload: a stream, or a local file, which stays and is not copied where that is possible. The stored
   * file is deleted after a day unless something refers to it, see FileReferences. Not to be called in a transaction:
   * uploads take long, and a retried transaction could not read the stream again.
   * @throws 413 above maxBytes or STORAGE_QUOTA_GB, 507 when the disk is full
   */
  async store(source: Readable | LocalFile, { name, mediaType, uploaderId, maxBytes }: NewFile): Promise<StoredFile> {
    if (this.database.isInTransaction) throw new Error('A file was stored inside a transaction.');
    if (!MEDIA_TYPE.test(mediaType)) throw new Error(`"${mediaType}" is no media type.`);
    const file = { id: uuidv7(), media_type: mediaType, name: sanitizeFileName(name) };
    const content = await this.storage.put(source, { maxBytes }, (announced) =>
      this.insert({ ...file, ...announced }, uploaderId),
    );
    return this.withUrl({ ...file, ...content });
  }

  /** A file by its id, without an access check. */
  async find(id: string): Promise<StoredFile | undefined> {
    const file = await this.database.db
      .selectFrom('files')
      .select(['id', 'sha256', sql<number>`size::float8`.as('size'), 'media_type', 'name'])
      .where('id', '=', id)
      .executeTakeFirst();
    return file && this.withUrl(file);
  }

  urlOf(file: { id: string; sha256: string }): string {
    return this.config.env.API_PREFIX + createFilePath(file);
  }

  private withUrl(file: FileRow): StoredFile {
    return { ...file, url: this.urlOf(file) };
  }

  private async insert({ id, sha256, size, media_type, name }: FileRow, uploaderId: string | null): Promise<void> {
    await this.database.transaction(async () => {
      await lockContent(this.database, sha256);
      await this.requireQuota(size);
      await this.database.db
        .insertInto('files')
        .values({ id, sha256, size, media_type, name, uploader_id: uploaderId, created_at: new Date() })
        .execute();
      await this.usage.add({ sha256, uploaderId }, size);
    });
  }

  private async removeUploader(id: string): Promise<void> {
    await this.database.db.updateTable('files').set({ uploader_id: null }).where('uploader_id', '=', id).execute();
    this.database.beforeCommit(() => this.usage.deleteUploader(id));
  }

  /** @throws 413 when this many bytes more would exceed STORAGE_QUOTA_GB */
  async requireQuota(bytes: number): Promise<void> {
    const quota = this.config.env.STORAGE_QUOTA_GB;
    if ((await this.usage.total()) + bytes <= quota * 1024 ** 3) return;
    throw new DomainError(
      413,
      'quota_reached',
      `The storage of this hub, ${quota} GB, is full. Please contact an administrator.`,
    );
  }
}
