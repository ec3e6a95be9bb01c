import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { invalid } from '../../../platform/errors/domain-error.js';
import type { UploadedFile } from '../../../platform/http/forms/form-body.js';
import { equalsIgnoringLineEnds } from '../../../platform/http/validation/text.js';
import type { UploadedImage } from '../../../platform/images/images.js';
import { ItemFieldsService } from '../items/item-fields.service.js';
import { type PreparedThumbnail, ThumbnailsService } from '../items/thumbnails.service.js';
import { pickItemFields } from '../items/item.js';
import { ItemsService } from '../items/items.service.js';
import { type Chapter, describeLateChapters } from './chapters.js';
import {
  createCaptions,
  type StoredCaptions,
  requireTranscript,
  type RequestedTranscript,
} from './captions/video-captions.service.js';
import type { Video, VideoFields } from './video.js';
import { VideoAttemptsService } from './video-attempts.service.js';
import { type PreparedFile, resolveSource, VideoSourceService } from './video-source.service.js';
import { VideoWorkflowService } from './video-workflow.service.js';
import type { CreateVideoRequest, UpdateVideoRequest } from './videos.dto.js';
import type { ResolvedVideo } from './videos.queries.js';
import { VideosRepository } from './videos.repository.js';

/** The stored files that a request brought. */
interface PreparedFiles {
  video?: PreparedFile | undefined;
  thumbnail?: PreparedThumbnail | undefined;
}

/** Files of a request that are not stored yet. */
interface UploadedFiles {
  video?: UploadedFile | undefined;
  thumbnail?: UploadedImage | undefined;
}

/** Writes videos. Each command is one transaction with its counters and events. */
@Injectable()
export class VideosService {
  constructor(
    private readonly database: Database,
    private readonly items: ItemsService,
    private readonly videos: VideosRepository,
    private readonly fields: ItemFieldsService,
    private readonly attempts: VideoAttemptsService,
    private readonly workflow: VideoWorkflowService,
    private readonly thumbnails: ThumbnailsService,
    private readonly sources: VideoSourceService,
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
    const fields = buildVideoFields(request, transcript);
    const captions = createCaptions(fields.transcript, transcript.cues);
    return this.database.transaction(async () => {
      const itemFields = await this.fields.buildNew(actor, 'video', await this.items.completeCategory(actor, request));
      const locked = await this.videos.insert(actor, itemFields, { fields, source, at });
      await this.items.placeBelow(actor, locked.item, request.parent_id);
      await this.videos.captions.store(locked.item.id, captions);
      await this.attempts.processNewSource(locked, at);
      this.workflow.applyFirstStatus(locked, request.status);
      if (files.thumbnail) await this.thumbnails.setThumbnail(actor, locked, files.thumbnail);
      await this.videos.syncDerivedData(actor, locked);
      return locked.item.id;
    });
  }

  /**
   * Saves an edit. A new file is processed while the old one can still be played.
   * @throws 400, 403, 404, 409 stale_version, slug_taken, upload_used
   */
  async update(
    actor: Actor,
    resolved: ResolvedVideo,
    request: UpdateVideoRequest,
    files: UploadedFiles = {},
  ): Promise<void> {
    await this.items.requireEditable(actor, resolved);
    await using file = await this.sources.prepareFile(actor, request, files.video);
    await using thumbnail = await this.thumbnails.prepareUpload(actor, 'video', files.thumbnail);
    const transcript = requireTranscript(request);
    // Awaited: the files are disposed of at the end of this scope.
    await this.database.transaction(async () => {
      const locked = await this.videos.lock(actor, resolved.id);
      const { item, video } = locked;
      await this.items.requirePermissionToEdit(locked.actor, item);
      await this.videos.requireVersion(actor, locked, request.version);
      const source = resolveSource(video, request, file);
      const itemFields = await this.fields.buildEdit(actor, item, pickItemFields(item), request);
      const fields = buildVideoFields(request, transcript, video);
      if (request.chapters && !source) refuseLateChapters(video, request.chapters);
      const captions = await this.prepareCaptions(video, fields, transcript);
      // A save without a change adds no version.
      const isSame = equalsIgnoringLineEnds([itemFields, fields], [pickItemFields(item), pickVideoFields(video)]);
      if (source || captions || !isSame) {
        await this.videos.update(actor, locked, itemFields, fields);
        await this.items.auditEdit(actor, item);
      }
      if (source) await this.attempts.replaceSource(locked, source);
      if (thumbnail) await this.thumbnails.setThumbnail(actor, locked, thumbnail);
      if (request.status) await this.workflow.applyStatus(locked, request.status);
      await this.videos.syncDerivedData(actor, locked);
      if (captions) await this.videos.captions.store(resolved.id, captions);
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
function refuseLateChapters(video: Video, chapters: Chapter[]): void {
  if (video.attempt_id || equalsIgnoringLineEnds(chapters, video.chapters)) return;
  if (describeLateChapters(chapters, video.duration_sec))
    throw invalid([
      { field: 'chapters', message: (texts) => describeLateChapters(chapters, video.duration_sec, texts) ?? '' },
    ]);
}

/** @param base the fields that an edit does not name */
const buildVideoFields = (
  request: CreateVideoRequest | UpdateVideoRequest,
  { transcript }: RequestedTranscript,
  base?: Video,
): VideoFields => ({
  description: request.description ?? base?.description ?? '',
  chapters: request.chapters ?? base?.chapters ?? [],
  transcript: transcript ?? base?.transcript ?? '',
});

const pickVideoFields = ({ description, chapters, transcript }: Video): VideoFields => ({
  description,
  chapters,
  transcript,
});
