import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public } from '../../../platform/access/decorators.js';
import { CacheForGuests } from '../../../platform/http/server/guest-response-cache.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { pageHeaders, sendPage } from '../../../platform/http/pagination/pagination.js';
import { CurrentViewer, type Viewer, getViewer, ViewQuery } from '../views/viewer.js';
import { ItemViewCounter } from '../views/view-counter.js';
import { VideoResponse, VideoSummaryResponse } from './video-responses.dto.js';
import { VideoIdParam, VideosQuery } from './videos.dto.js';
import { VideosQueries } from './videos.queries.js';

/** Reads videos. */
@ApiTags('videos')
@Controller('videos')
export class VideosController {
  constructor(
    private readonly queries: VideosQueries,
    private readonly views: ItemViewCounter,
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
      'published PUBLIC videos, without `abilities`. Each viewer counts as one view per day, unless ' +
      '`count_view` is false.',
  })
  @VideoIdParam()
  @Public()
  @CacheForGuests()
  @ApiOkResponse({ description: 'The video', type: VideoResponse })
  @ProblemResponses({ 404: 'No such video, or the requester may not see it' })
  async getVideo(
    @Param('id') idOrSlug: string,
    @Query() { count_view = true }: ViewQuery,
    @CurrentActor() actor: Actor,
    @CurrentViewer() viewer: Viewer | undefined,
    @Req() request: FastifyRequest,
  ): Promise<VideoResponse> {
    const found = await this.queries.get(idOrSlug, actor);
    if (!count_view) return found;
    // A guest with a new view gets an uncached response, which includes the view.
    request.mayReuseResponse = (later) => !this.views.record(found, getViewer(later, Actor.guest));
    return this.views.recordView(found, viewer);
  }
}
