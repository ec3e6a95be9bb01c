import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../platform/access/decorators.js';
import { OverviewResponse } from './overview.dto.js';
import { OverviewQueries } from './overview.queries.js';

@ApiTags('analytics')
@Controller('analytics')
export class OverviewController {
  constructor(private readonly queries: OverviewQueries) {}

  @Get('overview')
  @ApiOperation({ summary: 'How much there is, and what happened lately' })
  @RequirePermission('analytics.view')
  @ApiOkResponse({ type: OverviewResponse })
  async getOverview(@CurrentActor() actor: Actor): Promise<OverviewResponse> {
    return this.queries.overview(actor);
  }
}
