import { applyDecorators, Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequireModerator } from '../../../platform/access/decorators.js';
import { Config } from '../../../platform/config/config.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { COUNT_CAP, toTotal } from '../../../platform/http/pagination/pagination.js';
import { isReportedType, type ReportedSubject, reportedTypes } from '../moderation/reported-subjects.service.js';
import {
  AssignModerationItemRequest,
  ModerateItemRequest,
  ModerationCountResponse,
  ModerationQueueQuery,
  ModerationQueueResponse,
} from './moderation-queue.dto.js';
import { ModerationQueueQueries, toModerationItem } from './moderation-queue.queries.js';
import { ModerationQueueService } from './moderation-queue.service.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import type { Texts } from '../../../platform/language/texts.js';

const ACCESS =
  'Holders of `moderation.handle` see all items, holders of `content.publish` those that await review. Deciding on ' +
  'reviews requires `content.publish`. Members of a group that moderates a category see and decide on what is in it.';
const NOT_WAITING = 'No such item, or the requester may not see it';

@ApiTags('moderation')
@Controller('admin')
@RequireModerator('moderation.handle', 'content.publish')
export class ModerationQueueController {
  constructor(
    private readonly queries: ModerationQueueQueries,
    private readonly queue: ModerationQueueService,
    private readonly config: Config,
  ) {}

  @Get('moderation-queue')
  @ApiOperation({
    summary: 'List what awaits the decision of a moderator or reviewer',
    description:
      'Documents and videos in review, pending revisions of documents, and reported items, the oldest first. An item ' +
      `that waits for several reasons is listed for each. ${ACCESS}`,
  })
  @ApiOkResponse({ description: 'A page of the queue', type: ModerationQueueResponse })
  async getModerationQueue(
    @Query() { type, reason, cursor, limit }: ModerationQueueQuery,
    @CurrentActor() actor: Actor,
  ): Promise<ModerationQueueResponse> {
    const { rows, nextCursor } = await this.queries.list(actor, { type, reason }, { cursor, limit });
    return {
      items: rows.map((row) => toModerationItem(row, this.config.env.API_PREFIX)),
      next_cursor: nextCursor,
      ...(await this.count(actor)),
    };
  }

  @Get('moderation-queue/count')
  @ApiOperation({
    summary: 'Count what awaits the decision of a moderator or reviewer',
    description: `Counting stops at ${COUNT_CAP}. ${ACCESS}`,
  })
  @ApiOkResponse({ description: 'The number of items', type: ModerationCountResponse })
  async getModerationCount(@CurrentActor() actor: Actor): Promise<ModerationCountResponse> {
    return this.count(actor);
  }

  @Post('moderate-item')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Approve or reject an item of the moderation queue',
    description:
      'Review: approving publishes the document or video, rejecting returns it to its author. Revision: approving ' +
      'makes the edit the live text, rejecting returns it. Report: approving dismisses the reports and shows a ' +
      `hidden item again, rejecting hides it. The author and the reporters are notified. Reports about own ` +
      `content are for other moderators, except for administrators (403 \`own_content\`). ${ACCESS}`,
  })
  @ApiOkResponse({ description: 'The item was approved or rejected', type: MessageResponse })
  @ProblemResponses({
    404: NOT_WAITING,
    409:
      '`already_decided` or `not_in_review` when it does not wait (any more); `stale_version` when it changed since ' +
      'it was read; `slug_taken`',
  })
  async moderateItem(
    @Body() { item_id, item_type, action, note = '', reason, version, revision_id }: ModerateItemRequest,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    const decision = { action, note, version, revisionId: revision_id ?? undefined };
    await this.queue.decide(actor, { type: item_type, id: item_id }, decision, reason);
    return { message: action === 'approve' ? texts.admin.itemApproved : texts.admin.itemRejected };
  }

  @Put('moderation-queue/:item_type/:item_id/assignee')
  @ApiOperation({
    summary: 'Take an item of the moderation queue',
    description:
      'Shows the other moderators who works on it. It ends with the decision or after 24 hours, and does not ' +
      'prevent the others from deciding.',
  })
  @ItemParams()
  @ApiOkResponse({ description: 'The requester has the item', type: MessageResponse })
  @ProblemResponses({
    404: NOT_WAITING,
    409: '`assigned` when another user has it and `take_over` is not set; `already_decided` when it does not wait',
  })
  async assignModerationItem(
    @Param('item_type') type: string,
    @Param('item_id') id: string,
    @Body() body: AssignModerationItemRequest,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    await this.queue.assign(actor, parseSubject(type, id), { takeOver: body.take_over ?? false });
    return { message: texts.admin.assigned };
  }

  @Delete('moderation-queue/:item_type/:item_id/assignee')
  @ApiOperation({
    summary: 'Release an item of the moderation queue',
    description: "Ends the requester's own assignment; one of another user stays.",
  })
  @ItemParams()
  @ApiOkResponse({ description: 'The requester does not have the item', type: MessageResponse })
  @ProblemResponses({ 404: 'No such item' })
  async releaseModerationItem(
    @Param('item_type') type: string,
    @Param('item_id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    await this.queue.release(actor, parseSubject(type, id));
    return { message: texts.admin.released };
  }

  private async count(actor: Actor): Promise<ModerationCountResponse> {
    const { total, capped } = toTotal(await this.queries.count(actor));
    return { total_pending: total, total_capped: capped };
  }
}

function ItemParams() {
  return applyDecorators(
    ApiParam({ name: 'item_type', enum: reportedTypes, enumName: 'ReportedType' }),
    ApiParam({ name: 'item_id', description: 'id of the item', example: '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f' }),
  );
}

/** @throws 404 */
function parseSubject(type: string, id: string): ReportedSubject {
  if (!isReportedType(type) || !isId(id)) throw notFound('item');
  return { type, id };
}
