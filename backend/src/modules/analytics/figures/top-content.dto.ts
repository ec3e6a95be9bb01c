import { ApiProperty } from '@nestjs/swagger';
import { type Range, ranges } from './ranges.js';

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
