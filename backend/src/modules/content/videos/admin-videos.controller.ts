import { Controller, Delete, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, SignedIn } from '../../../platform/access/decorators.js';
import { ProblemResponses } from '../../../platform/http/errors/problem.dto.js';
import { AcceptsForm, type Form, FormBody, imageFile } from '../../../platform/http/forms/form-body.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { ItemRemoval } from '../lifecycle/item-removal.js';
import { ThumbnailsService } from '../lifecycle/thumbnails.service.js';
import { VideoForms, videoFile } from './video-forms.js';
import { VideoMedia } from './video-media.js';
import { VideoResponse } from './video-responses.dto.js';
import { UpdateVideoRequest, VideoIdParam } from './videos.dto.js';
import { VideosQueries } from './videos.queries.js';

/** Changes of single videos. The specification puts edits under /admin, but they are for authors as well. */
@ApiTags('videos')
@Controller()
export class AdminVideosController {
  constructor(
    private readonly queries: VideosQueries,
    private readonly forms: VideoForms,
    private readonly media: VideoMedia,
    private readonly removal: ItemRemoval,
    private readonly thumbnails: ThumbnailsService,
  ) {}

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
    403:
      'The requester is neither the author nor a holder of `content.edit_any`, or may not set this status ' +
      'or visibility',
    404: 'No such video or upload, or the requester may not see it',
    409:
      '`slug_taken` with a free `suggestion`; `stale_version` with `current_version` and `saved_by` when the ' +
      'video was saved since `version`; `upload_unfinished` or `upload_used`',
  })
  async updateVideo(
    @Param('id') idOrSlug: string,
    @FormBody(UpdateVideoRequest) form: Form<UpdateVideoRequest>,
    @CurrentActor() actor: Actor,
  ): Promise<VideoResponse> {
    return this.forms.update(actor, await this.queries.getKey(idOrSlug, actor), form);
  }

  @Delete('admin/videos/:id')
  @ApiOperation({
    summary: 'Delete a video permanently',
    description:
      'For the author and for holders of `content.delete_any`. Deletes its files, comments, reactions ' +
      'and bookmarks, too. An author whose video another user deletes gets a notification.',
  })
  @VideoIdParam()
  @SignedIn()
  @ApiOkResponse({ description: 'The video was deleted', type: MessageResponse })
  @ProblemResponses({
    403: 'The requester is neither the author nor a holder of `content.delete_any`',
    404: 'No such video, or the requester may not see it',
  })
  async deleteVideo(@Param('id') idOrSlug: string, @CurrentActor() actor: Actor): Promise<MessageResponse> {
    const { id } = await this.queries.getKey(idOrSlug, actor);
    await this.removal.remove(actor, { kind: 'video', id });
    return { message: 'Video deleted successfully!' };
  }

  @Post('videos/:id/retry')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Process a video again',
    description:
      'For the author and for holders of `content.edit_any`, after processing failed or was canceled. A video that ' +
      'was returned or hidden awaits review afterwards, unless its author may publish.',
  })
  @VideoIdParam()
  @SignedIn()
  @ApiOkResponse({ description: 'The video, whose processing waits', type: VideoResponse })
  @ProblemResponses({
    403: 'The requester is neither the author nor a holder of `content.edit_any`',
    404: 'No such video, or the requester may not see it',
    409: '`nothing_to_retry` when the video has no error, or is being processed',
  })
  async retryVideo(@Param('id') idOrSlug: string, @CurrentActor() actor: Actor): Promise<VideoResponse> {
    const { id } = await this.queries.getKey(idOrSlug, actor);
    await this.media.retry(actor, id);
    return this.queries.get(id, actor);
  }

  @Post('videos/:id/cancel')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Cancel the processing of a video',
    description:
      'For the author and for holders of `content.edit_any`. What could be played before still can; the file can be ' +
      'processed later by `POST /videos/{id}/retry`.',
  })
  @VideoIdParam()
  @SignedIn()
  @ApiOkResponse({ description: 'The video, which is no longer processed', type: VideoResponse })
  @ProblemResponses({
    403: 'The requester is neither the author nor a holder of `content.edit_any`',
    404: 'No such video, or the requester may not see it',
    409: '`nothing_to_cancel` when the video is not being processed',
  })
  async cancelVideo(@Param('id') idOrSlug: string, @CurrentActor() actor: Actor): Promise<VideoResponse> {
    const { id } = await this.queries.getKey(idOrSlug, actor);
    await this.media.cancel(actor, id);
    return this.queries.get(id, actor);
  }

  @Post('videos/:id/thumbnail')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Replace the thumbnail of a video',
    description: 'For the author and for holders of `content.edit_any`. The version of the video stays unchanged.',
  })
  @VideoIdParam()
  @SignedIn()
  @AcceptsForm(null, { thumbnail: imageFile('JPEG, PNG, GIF or WebP, detected by its content; cropped to 16:9', true) })
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
    const key = await this.queries.getKey(idOrSlug, actor);
    await this.thumbnails.replace(actor, { kind: 'video', id: key.id }, key, files.thumbnail);
    return this.queries.get(key.id, actor);
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
    const { id } = await this.queries.getKey(idOrSlug, actor);
    await this.thumbnails.remove(actor, { kind: 'video', id });
    return this.queries.get(id, actor);
  }
}
