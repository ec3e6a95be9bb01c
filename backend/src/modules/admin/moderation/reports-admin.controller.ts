import { Body, Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../platform/access/decorators.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { pageHeaders, sendPage } from '../../../platform/http/pagination/pagination.js';
import { HiddenItemsQueries } from './hidden-items.queries.js';
import { ModerationService } from './moderation.service.js';
import {
  HiddenItemsQuery,
  HiddenItemsResponse,
  ReportResponse,
  ReportsQuery,
  RestoreItemRequest,
} from './reports.dto.js';
import { ReportsQueries } from './reports.queries.js';

/** Reports and hidden items, for moderators. */
@ApiTags('moderation')
@Controller('admin')
export class ReportsAdminController {
  constructor(
    private readonly reports: ReportsQueries,
    private readonly hidden: HiddenItemsQueries,
    private readonly moderation: ModerationService,
  ) {}

  @Get('reports')
  @ApiOperation({
    summary: 'List reports with their reporters',
    description:
      'The newest first. Reports of items that the requester may not see are left out. Requires the permission ' +
      '`moderation.handle`.',
  })
  @RequirePermission('moderation.handle')
  @ApiOkResponse({ description: 'A page of reports', type: [ReportResponse], headers: pageHeaders })
  async listReports(
    @Query() query: ReportsQuery,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReportResponse[]> {
    return sendPage(await this.reports.list(actor, query), query, request, reply);
  }

  @Get('hidden-items')
  @ApiOperation({
    summary: 'List hidden documents, videos, comments, threads and posts',
    description:
      'Hidden last first, whether by reports or by a moderator. Requires the permission `moderation.handle`.',
  })
  @RequirePermission('moderation.handle')
  @ApiOkResponse({ description: 'A page of hidden items', type: HiddenItemsResponse })
  async listHiddenItems(@Query() query: HiddenItemsQuery, @CurrentActor() actor: Actor): Promise<HiddenItemsResponse> {
    return this.hidden.list(actor, query);
  }

  @Post('restore-item')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Show a hidden item again',
    description:
      'Its open reports are dismissed. The author gets a notification. Requires the permission `moderation.handle`.',
  })
  @RequirePermission('moderation.handle')
  @ApiOkResponse({ description: 'The item is visible again', type: MessageResponse })
  @ProblemResponses({
    404: 'No such item, or the requester may not see it',
    409: '`not_hidden` when the item is visible already',
  })
  async restoreItem(
    @Body() { item_id, item_type, note }: RestoreItemRequest,
    @CurrentActor() actor: Actor,
  ): Promise<MessageResponse> {
    await this.moderation.restore(actor, { type: item_type, id: item_id }, note);
    return { message: 'Item restored successfully!' };
  }
}
