import { Body, Controller, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, SignedIn } from '../../../platform/access/decorators.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import {
  Idempotency,
  type IdempotencyContext,
  IdempotencyHeader,
  IdempotencyKey,
} from '../../../platform/idempotency/idempotency.js';
import { CreateReportRequest } from './reports.dto.js';
import { ReportsService } from './reports.service.js';

@ApiTags('moderation')
@Controller('reports')
export class ReportsController {
  constructor(
    private readonly reports: ReportsService,
    private readonly idempotency: Idempotency,
  ) {}

  @Post()
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
    @IdempotencyKey() repeat: IdempotencyContext | undefined,
  ): Promise<MessageResponse> {
    return this.idempotency.runOnce(repeat, async () => {
      await this.reports.create(actor, { type: item_type, id: item_id }, reason);
      return { message: 'Thank you. The moderators will review it.' };
    });
  }
}
