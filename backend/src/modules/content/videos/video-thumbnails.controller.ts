import { Controller, Delete, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, SignedIn } from '../../../platform/access/decorators.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { AcceptsForm, type Form, FormBody, imageFile } from '../../../platform/http/forms/form-body.js';
import { ThumbnailsService } from '../items/thumbnails.service.js';
import { VideoResponse } from './video-responses.dto.js';
import { VideoIdParam } from './videos.dto.js';
import { VideosQueries } from './videos.queries.js';

/** Changes the thumbnails of videos. */
@ApiTags('videos')
@Controller('videos')
export class VideoThumbnailsController {
  constructor(
    private readonly queries: VideosQueries,
    private readonly thumbnails: ThumbnailsService,
  ) {}

  @Post(':id/thumbnail')
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
    const key = await this.queries.getKey(idOrSlug, actor);
    await this.thumbnails.replace(actor, { kind: 'video', id: key.id }, key, files.thumbnail);
    return this.queries.get(key.id, actor);
  }

  @Delete(':id/thumbnail')
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
