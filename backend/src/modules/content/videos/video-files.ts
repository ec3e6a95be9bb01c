import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { FileReferences } from '../../../platform/files/file-references.js';
import type { Thumbnail } from '../../../platform/images/images.js';
import { UploadsService } from '../../../platform/uploads/uploads.service.js';
import { VisibilityRegistry } from '../../../platform/visibility/visibility-registry.js';
import type { LockedItem } from '../items/item-writer.js';
import { ItemRemoval } from '../items/item-removal.js';
import { ThumbnailsService } from '../items/thumbnails.service.js';
import type { Video } from './video.js';

/** The media of a video; its description and thumbnail are subjects of their own, see ItemFiles. */
const SUBJECT = 'video_media';

/** The files that a video consists of: who may see the video may read them. */
@Injectable()
export class VideoFiles {
  constructor(
    private readonly database: Database,
    private readonly references: FileReferences,
    private readonly uploads: UploadsService,
    private readonly thumbnails: ThumbnailsService,
    visibility: VisibilityRegistry,
    removal: ItemRemoval,
  ) {
    visibility.register(SUBJECT, { findVisible: (actor, ids) => visibility.findVisible('video', actor, ids) });
    removal.registerExtras('video', (id) => this.references.release({ subjectType: SUBJECT, subjectId: id }));
  }

  /**
   * Claims the upload of a video that got a new source, and syncs the references.
   * @throws 409 upload_used
   */
  async claimFiles(video: Video): Promise<void> {
    if (video.upload_id) await this.uploads.claim(video.upload_id);
    await this.sync(video);
  }

  /** Shows a frame of the video, in the caller's transaction, unless an author has chosen a thumbnail. */
  async setPoster(locked: LockedItem, poster: Thumbnail): Promise<void> {
    if (!locked.item.thumbnail_file_id) await this.thumbnails.setThumbnail(null, locked, poster);
  }

  /**
   * Brings the references in line with the video and its renditions, in the caller's transaction. Files that nothing
   * else refers to are deleted later.
   */
  async sync({ item_id, file_id, original_file_id }: Video): Promise<void> {
    const renditions = await this.database.db
      .selectFrom('renditions')
      .select('file_id')
      .where('video_id', '=', item_id)
      .execute();
    const ids = [file_id, original_file_id, ...renditions.map((each) => each.file_id)].filter((id) => id !== null);
    await this.references.replace([...new Set(ids)], { subjectType: SUBJECT, subjectId: item_id }, null);
  }
}
