import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import type { CategoryScope } from '../../auth/index.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { Files } from '../../../platform/files/files.js';
import { invalid } from '../../../platform/errors/domain-error.js';
import type { Form } from '../../../platform/http/forms/form-body.js';
import { Images, type Thumbnail, type UploadedImage } from '../../../platform/images/images.js';
import { type ItemRef, ItemsService, type LockedItem } from './items.service.js';
import type { ContentKind } from '../audience/audience.js';
import type { ItemFacts } from './item.policy.js';
import { DerivedDataService } from './derived-data.service.js';
import { thumbnailBytes } from './item-fields.dto.js';

/** Videos keep the usual shape of films. */
const shapes = { document: '2:1', video: '16:9' } as const satisfies Record<ContentKind, string>;

/** A stored image that no item shows yet. Its disposal removes the files if that is still so. */
export type PreparedThumbnail = Thumbnail & AsyncDisposable;

/** Thumbnails of items of any kind. A new thumbnail is no save of the text: the version stays. */
@Injectable()
export class ThumbnailsService {
  constructor(
    private readonly database: Database,
    private readonly images: Images,
    private readonly derivedData: DerivedDataService,
    private readonly files: Files,
    private readonly items: ItemsService,
    private readonly audit: Audit,
  ) {}

  /**
   * Stores an uploaded image before the transaction that shows it. Use it with `await using`.
   * @returns undefined without an image
   * @throws 429 above the user's uploads per hour, and what Images.storeThumbnail throws
   */
  async prepareUpload(
    actor: Actor,
    kind: ContentKind,
    image: UploadedImage | undefined,
  ): Promise<PreparedThumbnail | undefined> {
    if (!image) return undefined;
    await this.images.countUpload(actor);
    return this.prepare(actor, kind, image);
  }

  /** As {@link prepareUpload}, for images that do not count as uploads. */
  async prepare(actor: Actor, kind: ContentKind, image: UploadedImage): Promise<PreparedThumbnail> {
    const thumbnail = await this.images.storeThumbnail(actor, image, { shape: shapes[kind] });
    return { ...thumbnail, [Symbol.asyncDispose]: () => this.files.discard(thumbnail.fileIds) };
  }

  /**
   * Sets the thumbnail of an item that the caller's transaction has locked or created; null removes it.
   * @param actor null for the system, which changes no thumbnail that a user chose
   */
  async setThumbnail(actor: Actor | null, locked: LockedItem, thumbnail: Thumbnail | null): Promise<void> {
    const { item } = locked;
    const before = { thumbnail_file_id: item.thumbnail_file_id };
    item.thumbnail_file_id = thumbnail?.fileId ?? null;
    item.thumbnail = thumbnail?.variants ?? null;
    await this.items.save(locked);
    await this.derivedData.setThumbnailFiles(actor, item, thumbnail?.fileIds ?? []);
    if (!actor || item.author_id === actor.id) return;
    await this.audit.record({
      actor,
      action: `${item.kind}.thumbnail_changed`,
      subject: { type: item.kind, id: item.id },
      before,
      after: { thumbnail_file_id: item.thumbnail_file_id },
    });
  }

  /** @param facts as read before the lock: nothing is encoded for an actor who may not edit the item */
  async replace(
    actor: Actor,
    ref: ItemRef,
    facts: ItemFacts & { category_scope: CategoryScope | null },
    image: UploadedImage | undefined,
  ): Promise<void> {
    await this.items.requireEditable(actor, facts);
    if (!image) throw invalid([{ field: 'thumbnail', message: (texts) => texts.content.chooseImage }]);
    await using thumbnail = await this.prepareUpload(actor, ref.kind, image);
    await this.set(actor, ref, thumbnail ?? null);
  }

  async remove(actor: Actor, ref: ItemRef): Promise<void> {
    await this.set(actor, ref, null);
  }

  private async set(actor: Actor, ref: ItemRef, thumbnail: Thumbnail | null): Promise<void> {
    await this.database.transaction(async () => {
      const locked = await this.items.lock(actor, ref);
      await this.items.requirePermissionToEdit(locked.actor, locked.item);
      await this.setThumbnail(actor, locked, thumbnail);
    });
  }
}

/** The image of a form, as a file or as base64 in a field. */
export function getThumbnail({ fields, files }: Form<{ thumbnail_data?: string }>): UploadedImage | undefined {
  if (files['thumbnail']) return files['thumbnail'];
  return fields.thumbnail_data ? { bytes: thumbnailBytes(fields.thumbnail_data), name: 'thumbnail' } : undefined;
}
