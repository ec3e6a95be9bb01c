import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import type { Form, FormFile } from '../../../platform/http/forms/form-body.js';
import { Idempotency, type IdempotencyContext } from '../../../platform/idempotency/idempotency.js';
import { thumbnailOf, ThumbnailsService } from '../items/thumbnails.service.js';
import type { VideoResponse } from './video-responses.dto.js';
import { VideoMedia } from './video-media.js';
import { VideoSources } from './video-sources.js';
import type { CreateVideoRequest, UpdateVideoRequest } from './videos.dto.js';
import { type VideoKey, VideosQueries } from './videos.queries.js';
import { VideosService } from './videos.service.js';

/** A video file of at most MAX_VIDEO_MB. */
export const videoFile = (description: string, required = false): FormFile => ({
  description,
  required,
  maxBytes: ({ env }) => env.MAX_VIDEO_MB * 1024 ** 2,
});

/** Requests that bring fields together with files: the files are stored first, and removed when the command fails. */
@Injectable()
export class VideoForms {
  constructor(
    private readonly videos: VideosService,
    private readonly queries: VideosQueries,
    private readonly sources: VideoSources,
    private readonly media: VideoMedia,
    private readonly thumbnails: ThumbnailsService,
    private readonly idempotency: Idempotency,
  ) {}

  async create(
    actor: Actor,
    form: Form<CreateVideoRequest>,
    repeat: IdempotencyContext | undefined,
  ): Promise<VideoResponse> {
    await using video = await this.sources.prepareFile(actor, form.fields, form.files['video_file']);
    await using thumbnail = await this.thumbnails.prepareUpload(actor, 'video', thumbnailOf(form));
    return await this.idempotency.runOnce(repeat, async () => {
      const id = await this.videos.create(actor, form.fields, { video, thumbnail });
      return this.queries.get(id, actor);
    });
  }

  async update(actor: Actor, key: VideoKey, form: Form<UpdateVideoRequest>): Promise<VideoResponse> {
    await this.media.requireEditable(actor, key.author_id);
    await using video = await this.sources.prepareFile(actor, form.fields, form.files['video_file']);
    await using thumbnail = await this.thumbnails.prepareUpload(actor, 'video', thumbnailOf(form));
    await this.videos.update(actor, key.id, form.fields, { video, thumbnail });
    return await this.queries.get(key.id, actor);
  }
}
