import { ApiProperty } from '@nestjs/swagger';

class TotalsResponse {
  @ApiProperty() documents!: number;
  @ApiProperty() videos!: number;
  @ApiProperty() users!: number;
  @ApiProperty({ description: 'of all documents and videos there are' }) views!: number;
}

class RecentActivityResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({
    example: 'published',
    description:
      'created, submitted, withdrawn, published, archived, deleted, edit_approved, edit_sent_back, commented, registered',
  })
  action!: string;
  @ApiProperty({ example: 'document', description: 'document, comment or user' }) content_type!: string;
  @ApiProperty({ format: 'uuid', description: 'of the document or person; for a comment, of what it is about' })
  content_id!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Getting started',
    description: 'null when it is gone, or the asking person may not see it',
  })
  title!: string | null;
  @ApiProperty({ type: String, nullable: true, example: '/docs/getting-started', description: 'path in the frontend' })
  url!: string | null;
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'null for guests' }) user_id!:
    string | null;
  @ApiProperty({ type: String, nullable: true, example: 'Ada Lovelace' }) user_name!: string | null;
  @ApiProperty({ format: 'date-time' }) timestamp!: string;
}

export class OverviewResponse {
  @ApiProperty({ type: TotalsResponse }) totals!: TotalsResponse;
  @ApiProperty({ type: [RecentActivityResponse], description: 'at most 20, the latest first' })
  recent_activity!: RecentActivityResponse[];
}
