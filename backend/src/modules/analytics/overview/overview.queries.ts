import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { UsersFacade } from '../../auth/index.js';
import { ContentFacade } from '../../content/index.js';
import { ActivityQueries } from '../activity/activity.queries.js';
import { GrowthQueries } from '../figures/growth.queries.js';
import type { OverviewResponse } from './overview.dto.js';

const RECENT = 20;

/** Totals, their growth and recent activity. */
@Injectable()
export class OverviewQueries {
  constructor(
    private readonly content: ContentFacade,
    private readonly users: UsersFacade,
    private readonly growth: GrowthQueries,
    private readonly activity: ActivityQueries,
  ) {}

  async overview(actor: Actor): Promise<OverviewResponse> {
    const [{ documents, videos, views }, users, growth, recent] = await Promise.all([
      this.content.getTotals(),
      this.users.count(),
      this.growth.getGrowth(),
      this.activity.list(actor, { limit: RECENT }),
    ]);
    return { totals: { documents, videos, users, views }, growth, recent_activity: recent };
  }
}
