import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../platform/access/decorators.js';
import {
  ActivityQuery,
  ActivityResponse,
  ExportQuery,
  InsightsResponse,
  OverviewResponse,
  SeriesResponse,
  TopContentResponse,
} from './analytics.dto.js';
import { FiguresQueries } from './figures/figures.queries.js';
import { DEFAULT_INTERVAL, DEFAULT_RANGE, RangeQuery, SeriesQuery } from './figures/ranges.js';
import { TopContentService } from './figures/top-content.service.js';
import { InsightsQueries } from './insights/insights.queries.js';
import { ActivityQueries } from './activity/activity.queries.js';
import type { FastifyReply } from 'fastify';
import { createCsv, sendExport } from '../../platform/http/file-export.js';
import { AnalyticsExporter } from './export/analytics-exporter.js';

const PAGE = 20;

@ApiTags('analytics')
@Controller('analytics')
export class AnalyticsController {
  constructor(
    private readonly figures: FiguresQueries,
    private readonly topContent: TopContentService,
    private readonly insights: InsightsQueries,
    private readonly activity: ActivityQueries,
    private readonly exporter: AnalyticsExporter,
  ) {}

  @Get('overview')
  @ApiOperation({
    summary: 'Get totals with their growth, and recent activity',
    description:
      'Totals and growth cover all content. Titles in the activity are null for content that the requester may not ' +
      'see. Requires the permission `analytics.view`.',
  })
  @RequirePermission('analytics.view')
  @ApiOkResponse({ description: 'Totals, growth and the 20 latest events', type: OverviewResponse })
  async getOverview(@CurrentActor() actor: Actor): Promise<OverviewResponse> {
    return this.figures.getOverview(actor);
  }

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
    return this.figures.getSeries(interval, range);
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

  @Get('insights')
  @ApiOperation({
    summary: 'Get content that is missing or needs work',
    description:
      'Searches without results, content that readers marked as confusing, outdated content, and threads without a ' +
      'reply. Content that the requester may not see is left out. Requires the permission `analytics.view`.',
  })
  @RequirePermission('analytics.view')
  @ApiOkResponse({ description: 'The lists; the range applies to the searches', type: InsightsResponse })
  async getInsights(
    @Query() { range = DEFAULT_RANGE }: RangeQuery,
    @CurrentActor() actor: Actor,
  ): Promise<InsightsResponse> {
    return this.insights.getInsights(actor, range);
  }

  @Get('activity')
  @ApiOperation({
    summary: 'List events of the hub',
    description:
      'Titles are null for content that the requester may not see. Views of guests have no user. Requires the ' +
      'permission `analytics.view`.',
  })
  @RequirePermission('analytics.view')
  @ApiOkResponse({ description: 'A page of events', type: ActivityResponse })
  async listActivity(
    @Query() { filter, before }: ActivityQuery,
    @CurrentActor() actor: Actor,
  ): Promise<ActivityResponse> {
    const found = await this.activity.list(actor, { filter, before, limit: PAGE + 1 });
    const events = found.slice(0, PAGE);
    return { events, next: found.length > PAGE ? (events.at(-1)?.id ?? null) : null };
  }

  @Get('export')
  @ApiOperation({
    summary: 'Export figures or activity as CSV',
    description:
      'Activity contains the events of the range, the latest first, without titles that the requester may not see. ' +
      'Requires the permission `analytics.view`.',
  })
  @RequirePermission('analytics.view')
  @ApiOkResponse({
    description: 'CSV in UTF-8 with a header line, streamed',
    content: { 'text/csv': { schema: { type: 'string', format: 'binary' } } },
  })
  async exportAnalytics(
    @Query() { dataset = 'series', interval = DEFAULT_INTERVAL, range = DEFAULT_RANGE }: ExportQuery,
    @CurrentActor() actor: Actor,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { columns, rows } = await this.exporter.open(dataset, { actor, interval, range });
    await sendExport(reply, `${dataset.replaceAll('_', '-')}-${range}`, 'csv', createCsv(columns, rows));
  }
}
