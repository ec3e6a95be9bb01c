import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { type ItemFields, newItem } from '../items/item.js';
import { ItemWriter, type LockedItem } from '../lifecycle/item-writer.js';
import { VideoCaptions } from './captions/video-captions.js';
import { Video, type VideoFields, type VideoSource } from './video.entity.js';
import { toSearchText } from './video-search.js';

/** A video under a row lock, and its state before the command. */
export interface LockedVideo extends LockedItem {
  video: Video;
}

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

/** Loads and saves videos with their derived data. Everything joins the caller's transaction. */
@Injectable()
export class VideosRepository {
  constructor(
    private readonly database: Database,
    private readonly items: ItemWriter,
    readonly captions: VideoCaptions,
  ) {}

  /**
   * Locks the row until the transaction ends.
   * @param actor null for the system
   * @throws 404 when it is missing or not visible to the actor
   */
  async lock(em: EntityManager, actor: Actor | null, id: string): Promise<LockedVideo> {
    const locked = await this.items.lock(actor, { kind: 'video', id });
    return { ...locked, video: await em.findOneOrFail(Video, locked.item.id) };
  }

  /**
   * Runs a command on a locked video in a transaction, and saves what follows from it.
   * @throws 404 as {@link lock}
   */
  async change(
    actor: Actor,
    id: string,
    work: (locked: LockedVideo, em: EntityManager) => void | Promise<void>,
  ): Promise<void> {
    await this.database.transaction(async (em) => {
      const locked = await this.lock(em, actor, id);
      await work(locked, em);
      await this.syncDerivedData(actor, locked);
    });
  }

  async insert(
    em: EntityManager,
    actor: Actor,
    itemFields: ItemFields,
    fields: VideoFields,
    source: VideoSource,
  ): Promise<LockedVideo> {
    const id = uuidv7();
    const video = Video.create({ itemId: id, fields, source, savedById: actor.userId });
    const item = newItem({
      id,
      kind: 'video',
      author_id: actor.userId,
      status: 'PROCESSING',
      fields: itemFields,
    });
    item.details = video.details;
    const locked = await this.items.insert(item);
    em.persist(video);
    await em.flush();
    await this.items.complete(actor, item, fields.description, () => toSearchText(fields));
    return { ...locked, video };
  }

  /** Saves an edit as the next version; {@link syncDerivedData} follows at the end of the command. */
  async update(actor: Actor, locked: LockedVideo, itemFields: Partial<ItemFields>, fields: VideoFields): Promise<void> {
    const { item, video } = locked;
    video.edit(fields, actor.userId);
    await this.items.update(actor, locked, itemFields, fields.description);
    await this.items.recordEdit(actor, item);
  }

  /** @param renditions may be empty */
  async replaceRenditions(videoId: string, renditions: readonly NewRendition[]): Promise<void> {
    await this.database.query('delete from renditions where video_id = $1', [videoId]);
    for (const { id, height, width, bitrate, codecs, fileId, playlist } of renditions)
      await this.database.query(
        `insert into renditions (id, video_id, height, width, bitrate, codecs, file_id, playlist)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [id, videoId, height, width, bitrate, codecs, fileId, playlist],
      );
  }

  /** @throws 409 stale_version */
  async requireVersion(actor: Actor, { item, video }: LockedVideo, version: number | undefined): Promise<void> {
    await this.items.requireVersion(actor, item, version, () =>
      this.database.one<{ id: string; name: string }>('select id, name from people where id = $1', [video.savedById]),
    );
  }

  /** Stores what a command has changed of a new video. */
  async save(locked: LockedVideo): Promise<void> {
    await this.items.save(locked);
  }

  /**
   * @param actor null for the system
   * @throws 404 when the command would hide the video from the actor
   */
  async syncDerivedData(actor: Actor | null, locked: LockedVideo): Promise<void> {
    const { item, video } = locked;
    item.details = video.details;
    await this.items.syncDerivedData(actor, locked, () => toSearchText(video));
  }
}
