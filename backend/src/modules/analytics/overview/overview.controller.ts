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
  @ApiOperation({
    summary: 'Get totals with their growth, and recent activity',
    description:
      'Totals and growth cover all content. Titles in the activity are null for content that the requester may not ' +
      'see. Requires the permission `analytics.view`.',
  })
  @RequirePermission('analytics.view')
  @ApiOkResponse({ description: 'Totals, growth and the 20 latest events', type: OverviewResponse })
  async getOverview(@CurrentActor() actor: Actor): Promise<OverviewResponse> {
    return await this.queries.overview(actor);
  }
}
