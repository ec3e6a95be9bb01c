import { Body, Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequireModerator, SignedIn } from '../../../platform/access/decorators.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import {
  Idempotency,
  type IdempotencyContext,
  IdempotencyHeader,
  IdempotencyKey,
} from '../../../platform/idempotency/idempotency.js';
import {
  CreateReportRequest,
  HiddenItemsQuery,
  HiddenItemsResponse,
  ReportResponse,
  ReportsQuery,
  RestoreItemRequest,
} from './reports.dto.js';
import { ReportsService } from './reports.service.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageHeaders, sendPage } from '../../../platform/http/pagination/pagination.js';
import { ReportsQueries } from './reports.queries.js';
import { ModerationService } from './moderation.service.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import type { Texts } from '../../../platform/language/texts.js';

const ACCESS =
  'Requires the permission `moderation.handle`; members of a group that moderates a category need none for what is ' +
  'in it.';

@ApiTags('moderation')
@Controller()
export class ReportsController {
  constructor(
    private readonly reports: ReportsService,
    private readonly queries: ReportsQueries,
    private readonly moderation: ModerationService,
    private readonly idempotency: Idempotency,
  ) {}

  @Post('reports')
  @ApiOperation({
    summary: 'Report a document, video, comment, thread or post',
    description:
      'Once per user and item. Reports by three users hide the item until a moderator decides; those of accounts ' +
      'younger than a day do not count for this, and those of moderators and members with a good reputation count ' +
      'twice. What a moderator has decided on, and content of staff, is hidden by moderators only. With an ' +
      '`Idempotency-Key`, repeating the request within 24 hours returns the first response and creates nothing.',
  })
  @SignedIn()
  @IdempotencyHeader()
  @ApiCreatedResponse({ description: 'The item was reported to the moderators', type: MessageResponse })
  @ProblemResponses({
    403: "The item is the requester's own",
    404: 'No such item, or the requester may not see it',
    409: 'The requester has already reported this item, or the Idempotency-Key was used for another request',
    429: 'Too many reports by this user',
  })
  async createReport(
    @Body() { item_type, item_id, reason }: CreateReportRequest,
    @CurrentActor() actor: Actor,
    @IdempotencyKey() idempotencyContext: IdempotencyContext | undefined,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    return this.idempotency.runOnce(idempotencyContext, async () => {
      await this.reports.create(actor, { type: item_type, id: item_id }, reason);
      return { message: texts.admin.reportSent };
    });
  }

  @Get('admin/reports')
  @ApiOperation({
    summary: 'List reports with their reporters',
    description: `The newest first. Reports of items that the requester may not see are left out. ${ACCESS}`,
  })
  @RequireModerator('moderation.handle')
  @ApiOkResponse({ description: 'A page of reports', type: [ReportResponse], headers: pageHeaders })
  async listReports(
    @Query() query: ReportsQuery,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReportResponse[]> {
    return sendPage(await this.queries.list(actor, query), query, request, reply);
  }

  @Get('admin/hidden-items')
  @ApiOperation({
    summary: 'List hidden documents, videos, comments, threads and posts',
    description: `Hidden last first, whether by reports or by a moderator. ${ACCESS}`,
  })
  @RequireModerator('moderation.handle')
  @ApiOkResponse({ description: 'A page of hidden items', type: HiddenItemsResponse })
  async listHiddenItems(@Query() query: HiddenItemsQuery, @CurrentActor() actor: Actor): Promise<HiddenItemsResponse> {
    return this.queries.listHidden(actor, query);
  }

  @Post('admin/restore-item')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Show a hidden item again',
    description: `Its open reports are dismissed. The author gets a notification. ${ACCESS}`,
  })
  @RequireModerator('moderation.handle')
  @ApiOkResponse({ description: 'The item is visible again', type: MessageResponse })
  @ProblemResponses({
    404: 'No such item, or the requester may not see it',
    409: '`not_hidden` when the item is visible already',
  })
  async restoreItem(
    @Body() { item_id, item_type, note }: RestoreItemRequest,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    await this.moderation.restore(actor, { type: item_type, id: item_id }, note);
    return { message: texts.admin.itemRestored };
  }
}
