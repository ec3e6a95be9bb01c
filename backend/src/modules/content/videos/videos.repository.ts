import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { FileReferences } from '../../../platform/files/file-references.js';
import { UploadsService } from '../../../platform/uploads/uploads.service.js';
import { VisibilityRegistry } from '../../../platform/visibility/visibility-registry.js';
import { findChanges, type ItemFields, newItem } from '../items/item.js';
import { ItemTrashService } from '../items/item-trash.service.js';
import { ItemsService, type LockedItem } from '../items/items.service.js';
import { VideoCaptionsService } from './captions/video-captions.service.js';
import type { StoredVideoStatus } from '../audience/audience.js';
import { newVideo, toDetails, type Video, videoColumns, type VideoFields, type VideoSource } from './video.js';
import { toSearchText } from './video-search.js';

/** A video under a row lock. */
export interface LockedVideo<Who extends Actor | null = Actor | null> extends LockedItem<Who> {
  video: Video;
  /** as the row is now */
  storedVideo: Video;
}

export const getStoredStatus = ({ item }: LockedVideo): StoredVideoStatus => item.status as StoredVideoStatus;

/** One quality of a video: an MP4 file of fragments, and its HLS playlist, which names the file in some way. */
export interface NewRendition {
  id: string;
  /** in pixels */
  height: number;
  width: number;
  /** bits per second */
  bitrate: number;
  codecs: string;
  fileId: string;
  playlist: string;
}

/** The media of a video; its description and thumbnail are subjects of their own, see DerivedDataService. */
export const VIDEO_MEDIA = 'video_media';

/**
 * Loads and stores videos and the files they consist of, which users who may see the video may read. Everything joins
 * the caller's transaction.
 */
@Injectable()
export class VideosRepository {
  constructor(
    private readonly database: Database,
    private readonly items: ItemsService,
    private readonly files: FileReferences,
    private readonly uploads: UploadsService,
    readonly captions: VideoCaptionsService,
    visibility: VisibilityRegistry,
    trash: ItemTrashService,
  ) {
    visibility.register(VIDEO_MEDIA, { findVisible: (actor, ids) => visibility.findVisible('video', actor, ids) });
    trash.registerHooks('video', {
      beforePurge: (id) => this.files.release({ subjectType: VIDEO_MEDIA, subjectId: id }),
    });
  }

  /**
   * Locks the row until the transaction ends.
   * @param actor null for the system
   * @throws 404 when it is missing or not visible to the actor, 403 category_read_only
   */
  async lock<Who extends Actor | null>(actor: Who, id: string): Promise<LockedVideo<Who>> {
    const locked = await this.items.lock(actor, { kind: 'video', id });
    const video = await this.database.db
      .selectFrom('videos')
      .select(videoColumns)
      .where('item_id', '=', locked.item.id)
      .executeTakeFirstOrThrow();
    return { ...locked, video, storedVideo: { ...video } };
  }

  /**
   * Runs a command on a locked video in a transaction, and saves what follows from it.
   * @throws 404 as {@link lock}
   */
  async change(actor: Actor, id: string, work: (locked: LockedVideo<Actor>) => void | Promise<void>): Promise<void> {
    await this.database.transaction(async () => {
      const locked = await this.lock(actor, id);
      await work(locked);
      await this.syncDerivedData(actor, locked);
    });
  }

  /**
   * Adds a new video, which is PROCESSING; {@link syncDerivedData} follows at the end of the command.
   * @param at dates its event back
   */
  async insert(
    actor: Actor,
    itemFields: ItemFields,
    { fields, source, at }: { fields: VideoFields; source: VideoSource; at?: Date | undefined },
  ): Promise<LockedVideo<Actor>> {
    const id = uuidv7();
    const video = newVideo({ id, fields, source, savedById: actor.userId });
    const item = newItem({ id, kind: 'video', author_id: actor.userId, status: 'PROCESSING', fields: itemFields });
    item.details = toDetails(video, 'PROCESSING');
    const locked = await this.items.insert(actor, item, fields.description, at);
    await this.database.db
      .insertInto('videos')
      .values({ ...video, chapters: JSON.stringify(video.chapters) })
      .execute();
    return { ...locked, video, storedVideo: { ...video } };
  }

  /** Saves an edit as the next version; {@link syncDerivedData} follows at the end of the command. */
  async update(actor: Actor, locked: LockedVideo, itemFields: Partial<ItemFields>, fields: VideoFields): Promise<void> {
    Object.assign(locked.video, fields, { saved_by_id: actor.userId });
    await this.items.update(actor, locked, itemFields, fields.description);
  }

  /** @param renditions may be empty */
  async replaceRenditions(videoId: string, renditions: readonly NewRendition[]): Promise<void> {
    const { db } = this.database;
    await db.deleteFrom('renditions').where('video_id', '=', videoId).execute();
    for (const { fileId, ...columns } of renditions)
      await db
        .insertInto('renditions')
        .values({ ...columns, video_id: videoId, file_id: fileId })
        .execute();
  }

  /**
   * Claims the upload of a video that got a new source, and syncs the references.
   * @throws 409 upload_used
   */
  async claimFiles(video: Video): Promise<void> {
    if (video.upload_id) await this.uploads.claim(video.upload_id);
    await this.syncFiles(video);
  }

  /**
   * Brings the references in line with the video and its renditions. Files that nothing
   * else refers to are deleted later.
   */
  async syncFiles({ item_id, file_id, original_file_id }: Video): Promise<void> {
    const renditions = await this.database.db
      .selectFrom('renditions')
      .select('file_id')
      .where('video_id', '=', item_id)
      .execute();
    const ids = [file_id, original_file_id, ...renditions.map((each) => each.file_id)].filter((id) => id !== null);
    await this.files.replace([...new Set(ids)], { subjectType: VIDEO_MEDIA, subjectId: item_id }, null);
  }

  /** @throws 409 stale_version */
  async requireVersion(actor: Actor, { item, video }: LockedVideo, version: number | undefined): Promise<void> {
    await this.items.requireVersion(actor, item, version, () =>
      this.database.db
        .selectFrom('people')
        .select(['id', 'name'])
        .where('id', '=', video.saved_by_id)
        .executeTakeFirst(),
    );
  }

  /** Stores the columns of item and video that a command has changed so far. */
  async save(locked: LockedVideo): Promise<void> {
    const { chapters, ...columns } = findChanges(locked.storedVideo, locked.video);
    const changes = { ...columns, ...(chapters && { chapters: JSON.stringify(chapters) }) };
    if (Object.keys(changes).length)
      await this.database.db.updateTable('videos').set(changes).where('item_id', '=', locked.video.item_id).execute();
    locked.storedVideo = { ...locked.video };
    await this.items.save(locked);
  }

  /**
   * @param actor null for the system
   * @throws 404 when the command would hide the video from the actor
   */
  async syncDerivedData(actor: Actor | null, locked: LockedVideo): Promise<void> {
    locked.item.details = toDetails(locked.video, getStoredStatus(locked));
    await this.save(locked);
    await this.items.syncDerivedData(actor, locked, () => toSearchText(locked.video));
  }
}
