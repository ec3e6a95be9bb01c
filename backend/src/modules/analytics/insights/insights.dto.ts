import { ApiProperty } from '@nestjs/swagger';
import { type ContentKind, contentKinds } from '../../content/index.js';
import { type Range, ranges } from '../figures/ranges.js';

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
