import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { refusal } from '../../../platform/access/access.guard.js';
import type { Actor } from '../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { UnusedFiles } from '../../../platform/files/unused-files.js';
import { invalid } from '../../../platform/http/domain-error.js';
import type { Form } from '../../../platform/http/form-body.js';
import { canEdit } from '../documents/document.policy.js';
import { factsOf } from '../documents/document-status.js';
import { ContentItem } from '../items/content-item.entity.js';
import { lockedDocument } from '../items/locked-item.js';
import { DocumentFiles } from './document-files.js';
import { Pictures, type SentPicture, type Thumbnail } from '../../../platform/pictures/pictures.js';
import { thumbnailBytes } from './thumbnail-data.js';

/** Shows the picture that came along on this document. */
export type ShowOn = (id: string) => Promise<void>;

/** The pictures of documents on cards. Changing one is no save of the text: the version stays. */
@Injectable()
export class Thumbnails {
  constructor(
    private readonly database: Database,
    private readonly pictures: Pictures,
    private readonly documentFiles: DocumentFiles,
    private readonly unused: UnusedFiles,
    private readonly permissions: PermissionDirectory,
    private readonly audit: Audit,
  ) {}

  /**
   * Runs a command that saves a document together with the picture that came along in its form, if one did. The command
   * calls `show` with the document's id inside its transaction; a picture that it did not come to show is gone afterwards.
   * @param id of a document that exists already
   */
  async along<T>(
    actor: Actor,
    form: Form<{ thumbnail_data?: string }>,
    command: (show: ShowOn) => Promise<T>,
    id?: string,
  ): Promise<T> {
    const picture = sentWith(form);
    if (picture && id) await this.requireEditable(actor, id);
    return this.with(actor, picture, command);
  }

  /** The same with a picture that is at hand, for a new document. */
  async with<T>(actor: Actor, picture: SentPicture | undefined, command: (show: ShowOn) => Promise<T>): Promise<T> {
    if (!picture) return command(() => Promise.resolve());
    return this.storing(actor, picture, (thumbnail) => command((shown) => this.show(actor, shown, thumbnail)));
  }

  async change(actor: Actor, id: string, picture: SentPicture | undefined): Promise<void> {
    await this.requireEditable(actor, id);
    if (!picture) throw invalid([{ field: 'thumbnail', message: 'Please choose an image.' }]);
    await this.storing(actor, picture, (thumbnail) => this.replace(actor, id, thumbnail));
  }

  async remove(actor: Actor, id: string): Promise<void> {
    await this.replace(actor, id, null);
  }

  /** Asked before a picture is made, so that nobody has us work for a document they may not edit; and again under the lock. */
  private async requireEditable(actor: Actor, id: string): Promise<void> {
    await this.database.transaction((em) => this.lock(em, actor, id));
  }

  private async replace(actor: Actor, id: string, thumbnail: Thumbnail | null): Promise<void> {
    await this.database.transaction(async (em) => {
      await this.lock(em, actor, id);
      await this.show(actor, id, thumbnail);
    });
  }

  /** In a transaction that has locked the item, or made it. */
  private async show(actor: Actor, id: string, thumbnail: Thumbnail | null): Promise<void> {
    await this.database.transaction(async (em) => {
      const item = await em.findOneOrFail(ContentItem, id);
      const before = { thumbnail_file_id: item.thumbnailFileId };
      item.thumbnailFileId = thumbnail?.fileId ?? null;
      item.thumbnail = thumbnail?.variants ?? null;
      await this.documentFiles.showThumbnail(actor, id, thumbnail?.fileIds ?? []);
      if (item.authorId === actor.id) return;
      const after = { thumbnail_file_id: item.thumbnailFileId };
      await this.audit.record({
        actor,
        action: 'document.thumbnail_changed',
        subject: { type: 'document', id },
        before,
        after,
      });
    });
  }

  private async storing<T>(
    actor: Actor,
    picture: SentPicture,
    command: (thumbnail: Thumbnail) => Promise<T>,
  ): Promise<T> {
    const thumbnail = await this.pictures.storeThumbnail(actor, picture);
    try {
      return await command(thumbnail);
    } finally {
      await this.unused.discard(thumbnail.fileIds);
    }
  }

  /** Takes the row lock of the item; 404 when it is missing or not visible to this person. */
  private async lock(em: EntityManager, actor: Actor, id: string): Promise<void> {
    const item = await lockedDocument(em, actor, id);
    if (!canEdit(actor, factsOf(item))) throw await refusal(this.permissions, actor, 'content.edit_any');
  }
}

function sentWith({ fields, files }: Form<{ thumbnail_data?: string }>): SentPicture | undefined {
  if (files['thumbnail']) return files['thumbnail'];
  return fields.thumbnail_data ? { bytes: thumbnailBytes(fields.thumbnail_data), name: 'thumbnail' } : undefined;
}
