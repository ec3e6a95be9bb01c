import { Body, Controller, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, SignedIn } from '../../../platform/access/decorators.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { VideoAttemptsService } from './video-attempts.service.js';
import { VideoResponse } from './video-responses.dto.js';
import { VideoWorkflowService } from './video-workflow.service.js';
import { ReviewVideoRequest, SetVideoStatusRequest, VideoIdParam } from './videos.dto.js';
import { VideosQueries } from './videos.queries.js';

/** Processing, publication and review of videos. */
@ApiTags('videos')
@Controller('videos')
export class VideoStatusController {
  constructor(
    private readonly queries: VideosQueries,
    private readonly workflow: VideoWorkflowService,
    private readonly attempts: VideoAttemptsService,
  ) {}

  @Put(':id/status')
  @ApiOperation({
    summary: 'Change the status of a video',
    description:
      'READY publishes the video, PROCESSING processes its file again, ERROR takes it away from readers with `note` ' +
      'as `review_note`; IN_REVIEW submits a draft for review, DRAFT makes the video a draft; the author gets a ' +
      'notification of a change by another user. Requires the permission `content.publish`, except that authors ' +
      'submit a draft or a video that was hidden by IN_REVIEW or READY, which publishes where videos need no review, ' +
      'and withdraw a video that was never published by DRAFT.',
  })
  @VideoIdParam()
  @SignedIn()
  @ApiOkResponse({ description: 'The video with the new status', type: VideoResponse })
  @ProblemResponses({
    403: 'The requester lacks `content.publish`, and has nothing to submit or withdraw',
    404: 'No such video, or the requester may not see it',
    409: '`not_a_draft` when it cannot be submitted; `not_processed` when it is a draft without a file that plays',
  })
  async setVideoStatus(
    @Param('id') idOrSlug: string,
    @Body() body: SetVideoStatusRequest,
    @CurrentActor() actor: Actor,
  ): Promise<VideoResponse> {
    const { id } = await this.queries.resolve(idOrSlug, actor);
    await this.workflow.setStatus(actor, id, body.status, body.note);
    return this.queries.get(id, actor);
  }

  @Post(':id/review')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Review a video',
    description:
      'Approving publishes a video that awaits review; requesting changes returns it to its author as a draft, who ' +
      'can submit it again. The author gets a notification. Requires the permission `content.publish`, except in ' +
      'categories that a group of the requester moderates.',
  })
  @VideoIdParam()
  @SignedIn()
  @ApiOkResponse({ description: 'The video after the decision', type: VideoResponse })
  @ProblemResponses({
    403: 'The requester may not publish in its category',
    404: 'No such video, or the requester may not see it',
    409: '`not_in_review` when it does not await review; `stale_version` when it was saved since `version`',
  })
  async reviewVideo(
    @Param('id') idOrSlug: string,
    @Body() body: ReviewVideoRequest,
    @CurrentActor() actor: Actor,
  ): Promise<VideoResponse> {
    await this.workflow.requireReviewer(actor);
    const { id } = await this.queries.resolve(idOrSlug, actor);
    await this.workflow.review(actor, id, body);
    return this.queries.get(id, actor);
  }

  @Post(':id/retry')
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
    const { id } = await this.queries.resolve(idOrSlug, actor);
    await this.attempts.retry(actor, id);
    return this.queries.get(id, actor);
  }

  @Post(':id/cancel')
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
    const { id } = await this.queries.resolve(idOrSlug, actor);
    await this.attempts.cancel(actor, id);
    return this.queries.get(id, actor);
  }
}
