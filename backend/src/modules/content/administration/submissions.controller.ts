import { CurrentTexts } from '../../../platform/language/current-texts.js';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../platform/access/decorators.js';
import { BulkChangeResponse, SubmitDraftsRequest } from './administration.dto.js';
import { BulkActionsService } from './bulk-actions.service.js';
import type { Texts } from '../../../platform/language/texts.js';

@ApiTags('submissions')
@Controller('submissions')
export class SubmissionsController {
  constructor(private readonly bulkActions: BulkActionsService) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    summary: 'Submit several drafts for review',
    description:
      'Documents and videos, each submitted as by its own operation, in a transaction of its own. Those that cannot ' +
      'be submitted are reported in `results`; the others are submitted. Requires the permission `content.create`.',
  })
  @RequirePermission('content.create')
  @ApiOkResponse({ description: 'What happened to each draft', type: BulkChangeResponse })
  async submitDrafts(
    @Body() body: SubmitDraftsRequest,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<BulkChangeResponse> {
    return this.bulkActions.submitDrafts(actor, body.ids, texts);
  }
}
