import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { ActivityQueries } from '../activity/activity.queries.js';
import { type Interval, type Range, getRangeStart } from '../figures/ranges.js';
import { FiguresQueries } from '../figures/figures.queries.js';
import { TopContentService } from '../figures/top-content.service.js';
import { InsightsQueries } from '../insights/insights.queries.js';

export const datasets = ['series', 'top_content', 'zero_result_queries', 'activity'] as const;
export type Dataset = (typeof datasets)[number];

type Row = Record<string, string | number | null>;

interface Table {
  columns: readonly string[];
  rows: Iterable<Row> | AsyncIterable<Row>;
}

interface ExportOptions {
  actor: Actor;
  interval: Interval;
  range: Range;
}

/** Events that are read at once. */
const PAGE = 1000;

const exportColumns: Record<Exclude<Dataset, 'series'>, readonly string[]> = {
  top_content: ['content_type', 'id', 'title', 'url', 'views'],
  zero_result_queries: ['query', 'count', 'last_searched'],
  activity: ['timestamp', 'action', 'content_type', 'content_id', 'title', 'url', 'user_id', 'user_name'],
};

/** The tables that can be exported. */
@Injectable()
export class AnalyticsExporter {
  constructor(
    private readonly series: FiguresQueries,
    private readonly topContent: TopContentService,
    private readonly insights: InsightsQueries,
    private readonly activity: ActivityQueries,
  ) {}

  async open(dataset: Dataset, { actor, interval, range }: ExportOptions): Promise<Table> {
    switch (dataset) {
      case 'series': {
        const { points } = await this.series.getSeries(interval, range);
        return { columns: Object.keys(points[0] ?? {}), rows: points.map((point) => ({ ...point })) };
      }
      case 'top_content': {
        const items = await this.topContent.list(actor, range);
        return { columns: exportColumns.top_content, rows: items.map((item) => ({ ...item })) };
      }
      case 'zero_result_queries': {
        const queries = await this.insights.listZeroResultQueries(actor, range);
        return { columns: exportColumns.zero_result_queries, rows: queries.map((query) => ({ ...query })) };
      }
      case 'activity':
        return { columns: exportColumns.activity, rows: this.readActivity(actor, getRangeStart(range)) };
    }
  }

  private async *readActivity(actor: Actor, since: Date): AsyncGenerator<Row> {
    for (let before: string | undefined, hasMore = true; hasMore;) {
      const page = await this.activity.list(actor, { before, since, limit: PAGE });
      for (const event of page) yield { ...event };
      before = page.at(-1)?.id;
      hasMore = page.length === PAGE;
    }
  }
}
