import { CurrentTexts } from '../../../platform/language/current-texts.js';
import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../platform/access/decorators.js';
import { BulkChangeRequest, BulkChangeResponse, ContentCountsResponse } from './administration.dto.js';
import { BulkActionsService } from './bulk-actions.service.js';
import { StatusCountsQueries } from './status-counts.queries.js';
import type { Texts } from '../../../platform/language/texts.js';

/** The content administration lists items by `GET /documents` and `GET /videos`; this is what else it needs. */
@ApiTags('content administration')
@Controller('admin/content')
export class AdministrationController {
  constructor(
    private readonly counts: StatusCountsQueries,
    private readonly bulkActions: BulkActionsService,
  ) {}

  @Get('counts')
  @ApiOperation({
    summary: 'Count documents and videos by status',
    description: 'Only what the requester may see. Requires the permission `admin.content`.',
  })
  @RequirePermission('admin.content')
  @ApiOkResponse({ description: 'The numbers of documents and videos', type: ContentCountsResponse })
  async getContentCounts(@CurrentActor() actor: Actor): Promise<ContentCountsResponse> {
    return this.counts.get(actor);
  }

  @Post('bulk')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Change or delete several documents or videos',
    description:
      'Each item is changed as by its own operation, with the same permissions, notifications and audit entries, in ' +
      'a transaction of its own. Items that cannot be changed are reported in `results`; the others are changed. ' +
      'Requires the permission `admin.content`.',
  })
  @RequirePermission('admin.content')
  @ApiOkResponse({ description: 'What happened to each item', type: BulkChangeResponse })
  async changeContentInBulk(
    @Body() body: BulkChangeRequest,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<BulkChangeResponse> {
    return this.bulkActions.run(actor, body, texts);
  }
}
