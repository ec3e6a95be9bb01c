import { ApiProperty } from '@nestjs/swagger';
import { type Dataset, datasets } from './export/analytics-exporter.js';
import { type Interval, intervals, type Range, ranges, SeriesQuery } from './figures/ranges.js';
import { type ContentKind, contentKinds } from '../content/index.js';
import { ChoiceField, EmptyAsUndefined, IdField } from '../../platform/http/validation/fields.js';

/** Which events a list contains. */
const activityFilters = ['all', 'changes', 'views'] as const;
export type ActivityFilter = (typeof activityFilters)[number];

export class ActivityQuery {
  @EmptyAsUndefined()
  @ChoiceField(activityFilters, {
    label: 'filter',
    description: 'all by default; changes: all but views',
    enumName: 'ActivityFilter',
    optional: true,
  })
  filter?: ActivityFilter;

  @EmptyAsUndefined()
  @IdField({ label: 'event', description: 'only events before the one with this id', optional: true })
  before?: string;
}

export class ActivityEventResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({
    description:
      'viewed, created, submitted, withdrawn, unpublished, published, archived, sent_back, reprocessed, stopped, ' +
      'deleted, removed, edit_approved, edit_sent_back, commented, replied, solved or registered',
    example: 'published',
  })
  action!: string;
  @ApiProperty({ description: 'document, video, comment, thread, post, user or demo', example: 'document' })
  content_type!: string;
  @ApiProperty({
    description:
      'id of the document, video, thread, post or user; for a comment, of the content it belongs to; ' +
      'for the demo, of the event',
    format: 'uuid',
  })
  content_id!: string;
  @ApiProperty({
    description: 'null for deleted content, and for content that the requester may not see',
    type: String,
    nullable: true,
    example: 'Getting started',
  })
  title!: string | null;
  @ApiProperty({
    description: 'path in the frontend; null with the title',
    type: String,
    nullable: true,
    example: '/docs/getting-started',
  })
  url!: string | null;
  @ApiProperty({ description: 'the user who acted; null for guests', type: String, format: 'uuid', nullable: true })
  user_id!: string | null;
  @ApiProperty({ description: 'null with user_id', type: String, nullable: true, example: 'Ada Lovelace' }) user_name!:
    | string
    | null;
  @ApiProperty({ format: 'date-time' }) timestamp!: string;
}

export class ActivityResponse {
  @ApiProperty({ type: [ActivityEventResponse], description: 'at most 20, the latest first' })
  events!: ActivityEventResponse[];
  @ApiProperty({
    description: 'the id for `before` that leads to earlier events; null at the end',
    type: String,
    format: 'uuid',
    nullable: true,
  })
  next!: string | null;
}

class TotalsResponse {
  @ApiProperty({ description: 'number of documents in any status' }) documents!: number;
  @ApiProperty({ description: 'number of videos in any status' }) videos!: number;
  @ApiProperty({ description: 'number of accounts' }) users!: number;
  @ApiProperty({ description: 'number of views of all documents and videos' }) views!: number;
}

const percentage = (what: string) => ({
  description: `${what}; null when there were none in the 30 days before`,
  type: 'integer' as const,
  nullable: true,
  example: 12,
});

class GrowthResponse {
  @ApiProperty(percentage('created documents')) documents!: number | null;
  @ApiProperty(percentage('created videos')) videos!: number | null;
  @ApiProperty(percentage('sign-ups')) users!: number | null;
  @ApiProperty(percentage('views of documents and videos')) views!: number | null;
}

export class OverviewResponse {
  @ApiProperty({ type: TotalsResponse }) totals!: TotalsResponse;
  @ApiProperty({
    type: GrowthResponse,
    description: 'the last 30 days (UTC), today included, against the 30 days before, in percent',
  })
  growth!: GrowthResponse;
  @ApiProperty({ type: [ActivityEventResponse], description: 'at most 20, the latest first' })
  recent_activity!: ActivityEventResponse[];
}

export class SeriesPointResponse {
  @ApiProperty({
    description: 'first day (UTC) of the day, week or month, which can be before the range',
    format: 'date',
    example: '2026-11-23',
  })
  start!: string;
  @ApiProperty({ example: 120 }) document_views!: number;
  @ApiProperty({ example: 31 }) video_views!: number;
  @ApiProperty({ example: 54 }) thread_views!: number;
  @ApiProperty({ example: 3 }) new_documents!: number;
  @ApiProperty({ example: 1 }) new_videos!: number;
  @ApiProperty({ example: 5 }) new_threads!: number;
  @ApiProperty({ example: 8 }) comments!: number;
  @ApiProperty({ example: 14 }) replies!: number;
  @ApiProperty({ example: 2 }) sign_ups!: number;
  @ApiProperty({
    description: 'different users who read, wrote or changed something in this day, week or month; guests do not count',
    example: 42,
  })
  active_users!: number;
}

export class SeriesResponse {
  @ApiProperty({ enum: intervals, enumName: 'AnalyticsInterval' }) interval!: Interval;
  @ApiProperty({ enum: ranges, enumName: 'AnalyticsRange' }) range!: Range;
  @ApiProperty({ type: [SeriesPointResponse], description: 'the earliest first, without gaps' })
  points!: SeriesPointResponse[];
}

export class TopContentItemResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'document, video or thread', example: 'document' }) content_type!: string;
  @ApiProperty({ example: 'Getting started' }) title!: string;
  @ApiProperty({ description: 'path in the frontend', example: '/docs/getting-started' }) url!: string;
  @ApiProperty({ description: 'views in the range', example: 310 }) views!: number;
}

export class TopContentResponse {
  @ApiProperty({ enum: ranges, enumName: 'AnalyticsRange' }) range!: Range;
  @ApiProperty({ type: [TopContentItemResponse] }) items!: TopContentItemResponse[];
}

export class ZeroResultQueryResponse {
  @ApiProperty({ description: 'in lower case', example: 'vpn on linux' }) query!: string;
  @ApiProperty({ description: 'how often it was searched in the range', example: 12 }) count!: number;
  @ApiProperty({ description: 'day (UTC) of the latest search', format: 'date', example: '2026-11-22' })
  last_searched!: string;
}

class ItemInsightResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: contentKinds, enumName: 'ContentKind' }) content_type!: ContentKind;
  @ApiProperty({ example: 'Getting started' }) title!: string;
  @ApiProperty({ description: 'path in the frontend', example: '/docs/getting-started' }) url!: string;
  @ApiProperty({ example: 4 }) confused_count!: number;
  @ApiProperty({ description: 'time of the last change, or of its creation', format: 'date-time' }) changed_at!: string;
}

class UnansweredThreadResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'How do I reset my password?' }) title!: string;
  @ApiProperty({
    description: 'path in the frontend',
    example: '/community/thread/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f',
  })
  url!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export class InsightsResponse {
  @ApiProperty({ enum: ranges, enumName: 'AnalyticsRange' }) range!: Range;
  @ApiProperty({
    type: [ZeroResultQueryResponse],
    description: 'at most 20 searches of the range that found nothing, the most frequent first; kept for 90 days',
  })
  zero_result_queries!: ZeroResultQueryResponse[];
  @ApiProperty({
    type: [ItemInsightResponse],
    description: 'at most 10 published items with the reaction CONFUSED, most reactions first',
  })
  confusing_content!: ItemInsightResponse[];
  @ApiProperty({ description: 'after how many days without a change content is outdated (setting)', example: 180 })
  outdated_days!: number;
  @ApiProperty({
    type: [ItemInsightResponse],
    description: 'at most 10 published items without a change for `outdated_days`, the oldest first',
  })
  outdated_content!: ItemInsightResponse[];
  @ApiProperty({
    type: [UnansweredThreadResponse],
    description: 'at most 10 open threads without a reply, the latest first',
  })
  unanswered_threads!: UnansweredThreadResponse[];
}

export class ExportQuery extends SeriesQuery {
  @EmptyAsUndefined()
  @ChoiceField(datasets, {
    label: 'dataset',
    description: 'what to export, by default the series; only that depends on the interval',
    enumName: 'AnalyticsDataset',
    optional: true,
  })
  dataset?: Dataset;
}
