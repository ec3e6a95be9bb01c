import { Body, Controller, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public, RequirePermission, SignedIn } from '../../../platform/access/decorators.js';
import { CacheForGuests } from '../../../platform/cache/guest-response-cache.js';
import { ProblemResponses } from '../../../platform/http/errors/problem.dto.js';
import { AcceptsForm, type Form, FormBody, imageFile } from '../../../platform/http/forms/form-body.js';
import { pageHeaders, sendPage } from '../../../platform/http/pagination/pagination.js';
import {
  type IdempotencyContext,
  IdempotencyHeader,
  IdempotencyKey,
} from '../../../platform/idempotency/idempotency.js';
import { CurrentViewer, type Viewer, viewerOf } from '../engagement/views/viewer.js';
import { Views } from '../engagement/views/views.js';
import { VideoForms, videoFile } from './video-forms.js';
import { UploadedVideoResponse, VideoResponse, VideoSummaryResponse } from './video-responses.dto.js';
import { VideoStatusService } from './video-status.service.js';
import {
  CreateVideoRequest,
  ReviewVideoRequest,
  SetVideoStatusRequest,
  VideoIdParam,
  VideosQuery,
} from './videos.dto.js';
import { VideosQueries } from './videos.queries.js';

@ApiTags('videos')
@Controller('videos')
export class VideosController {
  constructor(
    private readonly queries: VideosQueries,
    private readonly forms: VideoForms,
    private readonly statuses: VideoStatusService,
    private readonly views: Views,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List videos',
    description:
      'Only videos that the requester may see; guests get published PUBLIC ones. The newest first, ' +
      'unless `sort` says otherwise.',
  })
  @Public()
  @CacheForGuests()
  @ApiOkResponse({ description: 'A page of videos', type: [VideoSummaryResponse], headers: pageHeaders })
  async listVideos(
    @Query() query: VideosQuery,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VideoSummaryResponse[]> {
    return sendPage(await this.queries.list(actor, query), query, request, reply);
  }

  @Get(':id')
  @ApiOperation({
    summary: 'Get a video',
    description:
      'By its id, its slug or a former slug; `slug` in the response is the current one. Guests get ' +
      'published PUBLIC videos, without `abilities`. Each viewer counts as one view per day.',
  })
  @VideoIdParam()
  @Public()
  @CacheForGuests()
  @ApiOkResponse({ description: 'The video', type: VideoResponse })
  @ProblemResponses({ 404: 'No such video, or the requester may not see it' })
  async getVideo(
    @Param('id') idOrSlug: string,
    @CurrentActor() actor: Actor,
    @CurrentViewer() viewer: Viewer | undefined,
    @Req() request: FastifyRequest,
  ): Promise<VideoResponse> {
    const found = await this.queries.get(idOrSlug, actor);
    // A guest whose view is new gets a response of their own, which includes it.
    request.mayReuseResponse = (later) => !this.views.record(found, viewerOf(later, Actor.guest));
    return this.views.recordView(found, viewer);
  }

  @Post()
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
    404: 'No such upload, or it is that of another user',
    409:
      '`slug_taken` with a free `suggestion`; `upload_unfinished` or `upload_used`; or the Idempotency-Key was used ' +
      'for another request',
  })
  async createVideo(
    @FormBody(CreateVideoRequest) form: Form<CreateVideoRequest>,
    @CurrentActor() actor: Actor,
    @IdempotencyKey() repeat: IdempotencyContext | undefined,
  ): Promise<VideoResponse> {
    return this.forms.create(actor, form, repeat);
  }

  @Post('upload-with-thumbnail')
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
    video_file: videoFile('MP4, WebM, MOV, MKV or AVI, detected by its content', true),
    thumbnail: imageFile('the thumbnail image, cropped to 16:9'),
  })
  @ApiOkResponse({ description: 'The new video', type: UploadedVideoResponse })
  @ProblemResponses({
    409: '`slug_taken` with a free `suggestion`, or the Idempotency-Key was used for another request',
  })
  async uploadVideoWithThumbnail(
    @FormBody(CreateVideoRequest) form: Form<CreateVideoRequest>,
    @CurrentActor() actor: Actor,
    @IdempotencyKey() repeat: IdempotencyContext | undefined,
  ): Promise<UploadedVideoResponse> {
    const video = await this.forms.create(actor, form, repeat);
    return { message: 'Video with thumbnail uploaded successfully!', video };
  }

  @Put(':id/status')
  @ApiOperation({
    summary: 'Change the status of a video',
    description:
      'READY publishes the video, PROCESSING processes its file again, ERROR takes it away from readers with `note` ' +
      'as `review_note`; the author gets a notification of a change by another user. Requires the permission ' +
      '`content.publish`, except that authors submit a video that was returned or hidden for review by READY.',
  })
  @VideoIdParam()
  @SignedIn()
  @ApiOkResponse({ description: 'The video with the new status', type: VideoResponse })
  @ProblemResponses({
    403: 'The requester lacks `content.publish`, and has no returned video to submit',
    404: 'No such video, or the requester may not see it',
  })
  async setVideoStatus(
    @Param('id') idOrSlug: string,
    @Body() body: SetVideoStatusRequest,
    @CurrentActor() actor: Actor,
  ): Promise<VideoResponse> {
    const { id } = await this.queries.getKey(idOrSlug, actor);
    await this.statuses.setStatus(actor, id, body.status, body.note);
    return this.queries.get(id, actor);
  }

  @Post(':id/review')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Review a video',
    description:
      'Approving publishes a video that awaits review; requesting changes returns it to its author, who can submit ' +
      'it again by the status READY. The author gets a notification. Requires the permission ' +
      '`content.publish`.',
  })
  @VideoIdParam()
  @RequirePermission('content.publish')
  @ApiOkResponse({ description: 'The video after the decision', type: VideoResponse })
  @ProblemResponses({
    404: 'No such video, or the requester may not see it',
    409: '`not_in_review` when it does not await review; `stale_version` when it was saved since `version`',
  })
  async reviewVideo(
    @Param('id') idOrSlug: string,
    @Body() body: ReviewVideoRequest,
    @CurrentActor() actor: Actor,
  ): Promise<VideoResponse> {
    const { id } = await this.queries.getKey(idOrSlug, actor);
    await this.statuses.review(actor, id, body);
    return this.queries.get(id, actor);
  }
}
