import { ApiProperty } from '@nestjs/swagger';
import { ActivityEventResponse } from '../activity/activity.dto.js';

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
