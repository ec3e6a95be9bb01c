import { ApiProperty } from '@nestjs/swagger';
import { type Interval, intervals, type Range, ranges } from './ranges.js';

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
