import { Controller, Delete, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission, SignedIn } from '../../../platform/access/decorators.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { AcceptsForm, type Form, type FormFile, FormBody, imageFile } from '../../../platform/http/forms/form-body.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import {
  Idempotency,
  type IdempotencyContext,
  IdempotencyHeader,
  IdempotencyKey,
} from '../../../platform/idempotency/idempotency.js';
import { DeleteItemQuery } from '../items/item-fields.dto.js';
import { SubtreeService } from '../tree/subtree.service.js';
import { getThumbnail, ThumbnailsService } from '../items/thumbnails.service.js';
import { VideoSourceService } from './video-source.service.js';
import { VideosService } from './videos.service.js';
import { UploadedVideoResponse, VideoResponse } from './video-responses.dto.js';
import { CreateVideoRequest, INVALID_FIELDS, UpdateVideoRequest, VideoIdParam } from './videos.dto.js';
import { VideosQueries } from './videos.queries.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import type { Texts } from '../../../platform/language/texts.js';

/** A video file of at most MAX_VIDEO_MB. */
const videoFile = (description: string, required = false): FormFile => ({
  description,
  required,
  maxBytes: ({ env }) => env.MAX_VIDEO_MB * 1024 ** 2,
});

/** Creates, edits and deletes videos. The specification puts edits under /admin, but they are for authors as well. */
@ApiTags('videos')
@Controller()
export class VideoEditingController {
  constructor(
    private readonly queries: VideosQueries,
    private readonly videos: VideosService,
    private readonly sources: VideoSourceService,
    private readonly thumbnails: ThumbnailsService,
    private readonly idempotency: Idempotency,
    private readonly subtrees: SubtreeService,
  ) {}

  @Post('videos')
  @ApiOperation({
    summary: 'Create a video',
    description:
      'The video starts as PROCESSING; a background job makes it READY, or ERROR with the reason. With ' +
      'UPLOAD the request names a finished upload (`upload_key`), or contains a file of at most 10 MB in base64 ' +
      '(`file_data`); the other sources need a `source_url` of their service. The visibility INTERNAL requires ' +
      '`content.set_internal` (403). With an `Idempotency-Key`, repeating the request within 24 hours returns the ' +
      'first response and creates nothing. Requires the permission `content.create`.',
  })
  @RequirePermission('content.create')
  @IdempotencyHeader()
  @AcceptsForm(CreateVideoRequest, { thumbnail: imageFile('the thumbnail image, cropped to 16:9') })
  @ApiCreatedResponse({ description: 'The new video', type: VideoResponse })
  @ProblemResponses({
    400: INVALID_FIELDS,
    409:
      '`slug_taken` with a free `suggestion`; `upload_used` when another video has the upload; or the ' +
      'Idempotency-Key was used for another request',
  })
  async createVideo(
    @FormBody(CreateVideoRequest) form: Form<CreateVideoRequest>,
    @CurrentActor() actor: Actor,
    @IdempotencyKey() idempotencyContext: IdempotencyContext | undefined,
  ): Promise<VideoResponse> {
    return this.create(actor, form, idempotencyContext);
  }

  @Post('videos/upload-with-thumbnail')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Upload a video file with its thumbnail and fields',
    description:
      'As `POST /videos`, with the file in the form. Large files are better uploaded in parts that can be resumed, ' +
      'see /uploads. Requires the permission `content.create`.',
  })
  @RequirePermission('content.create')
  @IdempotencyHeader()
  @AcceptsForm(CreateVideoRequest, {
    video_file: videoFile('MP4, WebM, MOV, MKV or AVI, detected by its content; required for the source UPLOAD'),
    thumbnail: imageFile('the thumbnail image, cropped to 16:9'),
  })
  @ApiOkResponse({ description: 'The new video', type: UploadedVideoResponse })
  @ProblemResponses({
    409: '`slug_taken` with a free `suggestion`, or the Idempotency-Key was used for another request',
  })
  async uploadVideoWithThumbnail(
    @FormBody(CreateVideoRequest) form: Form<CreateVideoRequest>,
    @CurrentActor() actor: Actor,
    @IdempotencyKey() idempotencyContext: IdempotencyContext | undefined,
    @CurrentTexts() texts: Texts,
  ): Promise<UploadedVideoResponse> {
    const video = await this.create(actor, form, idempotencyContext);
    return { message: texts.content.videoUploaded, video };
  }

  @Put('admin/videos/:id/enhanced')
  @ApiOperation({
    summary: 'Update a video',
    description:
      'For the author and for holders of `content.edit_any`. Omitted fields stay unchanged. A new file, as ' +
      '`video_file`, `upload_key` or `file_data`, is processed while the former one can still be played.',
  })
  @VideoIdParam()
  @SignedIn()
  @AcceptsForm(UpdateVideoRequest, {
    video_file: videoFile('replaces the video file'),
    thumbnail: imageFile('the thumbnail image, cropped to 16:9'),
  })
  @ApiOkResponse({ description: 'The updated video', type: VideoResponse })
  @ProblemResponses({
    400: INVALID_FIELDS,
    403:
      'The requester is neither the author nor a holder of `content.edit_any`, or may not set this status ' +
      'or visibility',
    404: 'No such video, or the requester may not see it',
    409:
      '`slug_taken` with a free `suggestion`; `stale_version` with `current_version` and `saved_by` when the ' +
      'video was saved since `version`; `upload_used` when another video has the upload',
  })
  async updateVideo(
    @Param('id') idOrSlug: string,
    @FormBody(UpdateVideoRequest) form: Form<UpdateVideoRequest>,
    @CurrentActor() actor: Actor,
  ): Promise<VideoResponse> {
    const resolved = await this.queries.resolve(idOrSlug, actor);
    await this.videos.update(actor, resolved, form.fields, {
      video: form.files['video_file'],
      thumbnail: getThumbnail(form),
    });
    return this.queries.get(resolved.id, actor);
  }

  @Delete('admin/videos/:id')
  @ApiOperation({
    summary: 'Delete a video',
    description:
      'For the author and for holders of `content.delete_any`. It goes to the trash with its files, comments, ' +
      'reactions and bookmarks. An author whose video another user deletes gets a notification.',
  })
  @VideoIdParam()
  @SignedIn()
  @ApiOkResponse({ description: 'The video was deleted', type: MessageResponse })
  @ProblemResponses({
    403:
      'The requester is neither the author nor a holder of `content.delete_any`, or may not delete a page below it ' +
      '(`child_not_permitted`)',
    404: 'No such video, or the requester may not see it',
    409: '`too_many_below`: more than 500 pages are below it',
  })
  async deleteVideo(
    @Param('id') idOrSlug: string,
    @Query() { children }: DeleteItemQuery,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    const { id } = await this.queries.resolve(idOrSlug, actor);
    await this.subtrees.moveToTrash(actor, { kind: 'video', id }, children);
    return { message: texts.content.videoDeleted };
  }

  @Post('videos/:id/thumbnail')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Replace the thumbnail of a video',
    description: 'For the author and for holders of `content.edit_any`. The version of the video stays unchanged.',
  })
  @VideoIdParam()
  @SignedIn()
  @AcceptsForm(null, {
    thumbnail: imageFile('JPEG, PNG, GIF, WebP or AVIF, detected by its content; cropped to 16:9', true),
  })
  @ApiOkResponse({ description: 'The video with the new thumbnail', type: VideoResponse })
  @ProblemResponses({
    403: 'The requester is neither the author nor a holder of `content.edit_any`',
    404: 'No such video, or the requester may not see it',
  })
  async uploadVideoThumbnail(
    @Param('id') idOrSlug: string,
    @FormBody(null) { files }: Form<object, 'thumbnail'>,
    @CurrentActor() actor: Actor,
  ): Promise<VideoResponse> {
    const resolved = await this.queries.resolve(idOrSlug, actor);
    await this.thumbnails.replace(actor, { kind: 'video', id: resolved.id }, resolved, files.thumbnail);
    return this.queries.get(resolved.id, actor);
  }

  @Delete('videos/:id/thumbnail')
  @ApiOperation({
    summary: 'Delete the thumbnail of a video',
    description: 'For the author and for holders of `content.edit_any`. The version of the video stays unchanged.',
  })
  @VideoIdParam()
  @SignedIn()
  @ApiOkResponse({ description: 'The video without a thumbnail', type: VideoResponse })
  @ProblemResponses({
    403: 'The requester is neither the author nor a holder of `content.edit_any`',
    404: 'No such video, or the requester may not see it',
  })
  async deleteVideoThumbnail(@Param('id') idOrSlug: string, @CurrentActor() actor: Actor): Promise<VideoResponse> {
    const { id } = await this.queries.resolve(idOrSlug, actor);
    await this.thumbnails.remove(actor, { kind: 'video', id });
    return this.queries.get(id, actor);
  }

  /** The files are stored first, and removed when the command fails. */
  private async create(
    actor: Actor,
    form: Form<CreateVideoRequest>,
    idempotencyContext: IdempotencyContext | undefined,
  ): Promise<VideoResponse> {
    await using video = await this.sources.prepareFile(actor, form.fields, form.files['video_file']);
    await using thumbnail = await this.thumbnails.prepareUpload(actor, 'video', getThumbnail(form));
    return await this.idempotency.runOnce(idempotencyContext, async () => {
      const id = await this.videos.create(actor, form.fields, { video, thumbnail });
      return this.queries.get(id, actor);
    });
  }
}
