import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { UsersFacade } from '../../auth/index.js';
import { ContentFacade } from '../../content/index.js';
import { Contributions } from '../activity/contributions.js';
import { ActivityLog } from '../activity/activity-log.js';
import type { OverviewResponse } from './overview.dto.js';

const RECENT = 20;

/** Totals and recent activity. */
@Injectable()
export class OverviewQueries {
  constructor(
    private readonly content: ContentFacade,
    private readonly users: UsersFacade,
    private readonly log: ActivityLog,
    private readonly contributions: Contributions,
  ) {}

  async overview(actor: Actor): Promise<OverviewResponse> {
    const [totals, users, rows] = await Promise.all([
      this.content.getTotals(),
      this.users.count(),
      this.log.listLatest(RECENT),
    ]);
    const captions = await this.contributions.listCaptions(
      rows.map((row) => row.content_id),
      actor,
    );
    const names = await this.users.getNames(rows.flatMap((row) => row.user_id ?? []));
    return {
      totals: { documents: totals.documents, videos: totals.videos, users, views: totals.views },
      recent_activity: rows.map((row) => ({
        id: row.id,
        action: row.action,
        content_type: row.content_type,
        content_id: row.content_id,
        title: captions.get(row.content_id)?.title ?? null,
        url: captions.get(row.content_id)?.path ?? null,
        user_id: row.user_id,
        user_name: (row.user_id && names.get(row.user_id)) || null,
        timestamp: row.created_at.toISOString(),
      })),
    };
  }
}
