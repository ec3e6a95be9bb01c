import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../platform/access/decorators.js';
import { DEFAULT_INTERVAL, DEFAULT_RANGE, RangeQuery, SeriesQuery } from './ranges.js';
import { SeriesResponse } from './series.dto.js';
import { SeriesQueries } from './series.queries.js';
import { TopContentResponse } from './top-content.dto.js';
import { TopContent } from './top-content.js';

@ApiTags('analytics')
@Controller('analytics')
export class FiguresController {
  constructor(
    private readonly series: SeriesQueries,
    private readonly topContent: TopContent,
  ) {}

  @Get('series')
  @ApiOperation({
    summary: 'Get figures per day, week or month',
    description:
      'Views, new content, comments, replies, sign-ups and active users. The first week or month has the days of the ' +
      'range only, except for active users, who are counted once per whole week or month. Requires the ' +
      'permission `analytics.view`.',
  })
  @RequirePermission('analytics.view')
  @ApiOkResponse({ description: 'A point per day, week or month', type: SeriesResponse })
  async getAnalyticsSeries(@Query() query: SeriesQuery): Promise<SeriesResponse> {
    const { interval = DEFAULT_INTERVAL, range = DEFAULT_RANGE } = query;
    return await this.series.getSeries(interval, range);
  }

  @Get('top-content')
  @ApiOperation({
    summary: 'List the most viewed documents, videos and threads',
    description:
      'Counted once a minute. Content that the requester may not see is left out. Requires the permission ' +
      '`analytics.view`.',
  })
  @RequirePermission('analytics.view')
  @ApiOkResponse({ description: 'At most 10, the most viewed first', type: TopContentResponse })
  async listTopContent(
    @Query() { range = DEFAULT_RANGE }: RangeQuery,
    @CurrentActor() actor: Actor,
  ): Promise<TopContentResponse> {
    return { range, items: await this.topContent.list(actor, range) };
  }
}
