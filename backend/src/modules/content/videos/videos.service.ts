import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { invalid } from '../../../platform/errors/domain-error.js';
import { equalsIgnoringLineEnds } from '../../../platform/http/validation/text.js';
import { ItemFieldsBuilder } from '../items/item-fields-builder.js';
import { type PreparedThumbnail, ThumbnailsService } from '../items/thumbnails.service.js';
import { itemFieldsOf } from '../items/item.js';
import { type Chapter, describeLateChapters } from './chapters.js';
import { createCaptions, type StoredCaptions } from './captions/video-captions.js';
import { requireTranscript, type RequestedTranscript } from './captions/requested-transcript.js';
import type { Video, VideoFields } from './video.js';
import { VideoMedia } from './video-media.js';
import { type PreparedFile, resolveSource } from './video-sources.js';
import { VideoStatusService } from './video-status.service.js';
import type { CreateVideoRequest, UpdateVideoRequest } from './videos.dto.js';
import { VideosRepository } from './videos.repository.js';

/** The stored files that a request brought. */
export interface PreparedFiles {
  video?: PreparedFile | undefined;
  thumbnail?: PreparedThumbnail | undefined;
}

/** Writes videos. Each command is one transaction with its counters and events. */
@Injectable()
export class VideosService {
  constructor(
    private readonly database: Database,
    private readonly videos: VideosRepository,
    private readonly fields: ItemFieldsBuilder,
    private readonly media: VideoMedia,
    private readonly statuses: VideoStatusService,
    private readonly thumbnails: ThumbnailsService,
  ) {}

  /**
   * Creates a video, which is PROCESSING until its source is checked.
   * @param at dates its events and those of its processing back, for videos with a past
   * @returns the id
   * @throws 400 without a source, 403 internal_not_allowed, 409 slug_taken, upload_used
   */
  async create(actor: Actor, request: CreateVideoRequest, files: PreparedFiles, at?: Date): Promise<string> {
    // Without a current source there is always a new one.
    const source = resolveSource(null, request, files.video)!;
    const transcript = requireTranscript(request);
    const fields = fieldsOf(request, transcript);
    const captions = createCaptions(fields.transcript, transcript.cues);
    return this.database.transaction(async () => {
      const itemFields = await this.fields.forNew(actor, 'video', request);
      const locked = await this.videos.insert(actor, itemFields, fields, source, at);
      await this.videos.captions.store(locked.item.id, captions);
      await this.media.processNewSource(locked, at);
      if (request.status === 'ERROR' && actor.can('content.publish')) this.statuses.hide(actor, locked);
      if (files.thumbnail) await this.thumbnails.setThumbnail(actor, locked, files.thumbnail);
      await this.videos.save(locked);
      return locked.item.id;
    });
  }

  /**
   * Saves an edit. A new file is processed while the old one can still be played.
   * @throws 400, 403, 404, 409 stale_version, slug_taken, upload_used
   */
  async update(actor: Actor, id: string, request: UpdateVideoRequest, files: PreparedFiles): Promise<void> {
    const transcript = requireTranscript(request);
    await this.database.transaction(async () => {
      const locked = await this.videos.lock(actor, id);
      const { item, video } = locked;
      await this.media.requireEditable(actor, item.author_id);
      await this.videos.requireVersion(actor, locked, request.version);
      const source = resolveSource(video, request, files.video);
      const itemFields = await this.fields.forEdit(actor, item, itemFieldsOf(item), request);
      const fields = fieldsOf(request, transcript, video);
      if (request.chapters && !source) requireChaptersWithin(video, request.chapters);
      const captions = await this.prepareCaptions(video, fields, transcript);
      // A save without a change adds no version.
      const isSame = equalsIgnoringLineEnds([itemFields, fields], [itemFieldsOf(item), currentFields(video)]);
      if (source || captions || !isSame) await this.videos.update(actor, locked, itemFields, fields);
      if (source) await this.media.replace(locked, source);
      if (files.thumbnail) await this.thumbnails.setThumbnail(actor, locked, files.thumbnail);
      if (request.status) await this.statuses.applyStatus(actor, locked, request.status);
      await this.videos.syncDerivedData(actor, locked);
      if (captions) await this.videos.captions.store(id, captions);
    });
  }

  /** @returns undefined when the captions stay as they are */
  private async prepareCaptions(
    video: Video,
    fields: VideoFields,
    { cues }: RequestedTranscript,
  ): Promise<StoredCaptions | undefined> {
    const isSameText = fields.transcript === video.transcript;
    if (isSameText && !cues.length) return undefined;
    const { captions, areStored } = await this.videos.captions.prepare(video.item_id, fields.transcript, cues);
    // A changed transcript deletes what is stored, also where its captions are the same.
    return isSameText && areStored ? undefined : captions;
  }
}

/**
 * Stored chapters may be late, because the duration of a file is known only once it is processed; a
 * notification names them then.
 * @throws 400 when chapters begin after the end of the file that plays, unless another one is being processed
 */
function requireChaptersWithin(video: Video, chapters: Chapter[]): void {
  if (video.attempt_id || equalsIgnoringLineEnds(chapters, video.chapters)) return;
  const message = describeLateChapters(chapters, video.duration_sec);
  if (message) throw invalid([{ field: 'chapters', message }]);
}

/** @param base the fields that an edit does not name */
const fieldsOf = (
  request: CreateVideoRequest | UpdateVideoRequest,
  { transcript }: RequestedTranscript,
  base?: Video,
): VideoFields => ({
  description: request.description ?? base?.description ?? '',
  chapters: request.chapters ?? base?.chapters ?? [],
  transcript: transcript ?? base?.transcript ?? '',
});

const currentFields = ({ description, chapters, transcript }: Video): VideoFields => ({
  description,
  chapters,
  transcript,
});
