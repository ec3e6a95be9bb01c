import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Actor } from '../../../platform/access/actor.js';
import { detectAttachmentType } from '../../../platform/files/attachment-type.js';
import { FileQuota } from '../../../platform/files/file-quota.js';
import { Files, type StoredFile } from '../../../platform/files/files.js';
import type { UploadedFile } from '../../../platform/http/forms/form-body.js';
import { Spool } from '../../../platform/storage/spool.js';
import { defineSetting, Settings } from '../../../platform/settings/settings.js';
import { FileTextIndexer } from '../search/file-text-indexer.js';

/** Megabytes of one attachment. */
export const attachmentLimit = defineSetting('attachments.max_mb', z.number().int().min(1).max(10_000), 50);

export const getAttachmentLimit = async (settings: Settings): Promise<number> =>
  (await settings.get(attachmentLimit)) * 1024 ** 2;

/**
 * Stores files of any type for texts. Not to be called in a transaction; files that no text shows are deleted after a
 * day.
 */
@Injectable()
export class AttachmentsService {
  constructor(
    private readonly files: Files,
    private readonly quota: FileQuota,
    private readonly texts: FileTextIndexer,
    private readonly settings: Settings,
    private readonly spool: Spool,
  ) {
    settings.register('community', [attachmentLimit], { isPublic: true });
  }

  /** @throws 413 above the limits for a file or a user, 429 above the hourly limit, 507 when the disk is full */
  async upload(actor: Actor, file: UploadedFile): Promise<StoredFile> {
    await this.quota.countUpload(actor);
    return this.store(actor, file);
  }

  /**
   * As {@link upload}, for a file of an import, which is limited as a whole.
   * @param path its last part becomes the name
   */
  async storeStream(actor: Actor, source: Readable, path: string): Promise<StoredFile> {
    const maxBytes = await getAttachmentLimit(this.settings);
    return this.spool.with(source, { maxBytes }, (spooled) => this.store(actor, { ...spooled, name: path }));
  }

  private async store(actor: Actor, { path, name, size, sha256 }: UploadedFile): Promise<StoredFile> {
    await this.quota.require(actor, size, 'file_quota_reached');
    const stored = await this.files.store(
      { path, content: { sha256, size } },
      {
        name,
        mediaType: await detectAttachmentType(path),
        uploaderId: actor.userId,
        maxBytes: await getAttachmentLimit(this.settings),
      },
    );
    await this.texts.request(stored);
    return stored;
  }
}
