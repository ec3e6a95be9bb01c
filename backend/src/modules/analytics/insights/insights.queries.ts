import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Settings } from '../../../platform/settings/settings.js';
import { ContentInsightsFacade, type ItemInsight } from '../../content/index.js';
import { ForumFacade, threadPath } from '../../forum/index.js';
import { startOfDay } from '../activity/activity-sql.js';
import { outdatedDays } from '../analytics.settings.js';
import { type Range, getRangeStart } from '../figures/ranges.js';
import type { InsightsResponse, ZeroResultQueryResponse } from '../analytics.dto.js';

const MAX_QUERIES = 20;
const MAX_ITEMS = 10;

/** What is missing or needs work: one statement per list. */
@Injectable()
export class InsightsQueries {
  constructor(
    private readonly content: ContentInsightsFacade,
    private readonly forum: ForumFacade,
    private readonly settings: Settings,
  ) {}

  async getInsights(actor: Actor, range: Range, now = new Date()): Promise<InsightsResponse> {
    const days = await this.settings.get(outdatedDays);
    const [queries, confusing, outdated, threads] = await Promise.all([
      this.listZeroResultQueries(actor, range, now),
      this.content.listConfusing(actor, MAX_ITEMS),
      this.content.listOutdated(actor, startOfDay(now, days), MAX_ITEMS),
      this.forum.listUnanswered(actor, MAX_ITEMS),
    ]);
    return {
      range,
      zero_result_queries: queries,
      confusing_content: confusing.map(toItem),
      outdated_days: days,
      outdated_content: outdated.map(toItem),
      unanswered_threads: threads.map(({ id, title, createdAt }) => ({
        id,
        title,
        url: threadPath(id),
        created_at: createdAt.toISOString(),
      })),
    };
  }

  /** The searches of the range that found nothing, the most frequent first. */
  async listZeroResultQueries(actor: Actor, range: Range, now = new Date()): Promise<ZeroResultQueryResponse[]> {
    return this.content.listZeroResultQueries(actor, getRangeStart(range, now), MAX_QUERIES);
  }
}

const toItem = ({ id, kind, title, path, confusedCount, changedAt }: ItemInsight) => ({
  id,
  content_type: kind,
  title,
  url: path,
  confused_count: confusedCount,
  changed_at: changedAt.toISOString(),
});
