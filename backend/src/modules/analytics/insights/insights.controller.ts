import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../platform/access/decorators.js';
import { DEFAULT_RANGE, RangeQuery } from '../figures/ranges.js';
import { InsightsResponse } from './insights.dto.js';
import { InsightsQueries } from './insights.queries.js';

@ApiTags('analytics')
@Controller('analytics')
export class InsightsController {
  constructor(private readonly queries: InsightsQueries) {}

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
    return await this.queries.getInsights(actor, range);
  }
}
