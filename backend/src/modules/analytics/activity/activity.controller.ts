import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../platform/access/decorators.js';
import { ActivityQuery, ActivityResponse } from './activity.dto.js';
import { ActivityQueries } from './activity.queries.js';

const PAGE = 20;

@ApiTags('analytics')
@Controller('analytics')
export class ActivityController {
  constructor(private readonly queries: ActivityQueries) {}

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
    const found = await this.queries.list(actor, { filter, before, limit: PAGE + 1 });
    const events = found.slice(0, PAGE);
    return { events, next: found.length > PAGE ? (events.at(-1)?.id ?? null) : null };
  }
}
