import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import type { ViewListener } from '../views/view-counter.js';
import { Views } from '../views/views.js';
import { type ZeroResultQuery, ZeroResultQueries } from '../search/zero-result-queries.js';
import { ContentInsightsQueries, type ItemInsight } from './content-insights.queries.js';

/** What the analytics module uses of content. */
@Injectable()
export class ContentInsightsFacade {
  constructor(
    private readonly views: Views,
    private readonly zeroResults: ZeroResultQueries,
    private readonly queries: ContentInsightsQueries,
  ) {}

  /** Registers a listener for views of items, called within the transaction that stores them. */
  onViews(listener: ViewListener): void {
    this.views.addListener(listener);
  }

  /** Published items that the actor may see and readers marked as confusing, most marks first. */
  listConfusing(actor: Actor, limit: number): Promise<ItemInsight[]> {
    return this.queries.listConfusing(actor, limit);
  }

  /** Published items that the actor may see and that have not changed since, the oldest first. */
  listOutdated(actor: Actor, since: Date, limit: number): Promise<ItemInsight[]> {
    return this.queries.listOutdated(actor, since, limit);
  }

  /** The queries that found nothing since a day (UTC) and nothing that the actor may see, the most frequent first. */
  listZeroResultQueries(actor: Actor, since: Date, limit: number): Promise<ZeroResultQuery[]> {
    return this.zeroResults.list(actor, since, limit);
  }
}
