import { ApiProperty } from '@nestjs/swagger';

class TotalsResponse {
  @ApiProperty({ description: 'number of documents in any status' }) documents!: number;
  @ApiProperty({ description: 'number of videos in any status' }) videos!: number;
  @ApiProperty({ description: 'number of accounts' }) users!: number;
  @ApiProperty({ description: 'number of views of all documents and videos' }) views!: number;
}

class RecentActivityResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({
    description:
      'created, submitted, withdrawn, published, archived, deleted, edit_approved, edit_sent_back, ' +
      'commented, replied, solved or registered',
    example: 'published',
  })
  action!: string;
  @ApiProperty({ description: 'document, video, comment, thread, post or user', example: 'document' })
  content_type!: string;
  @ApiProperty({
    description: 'id of the document, video, thread, post or user; for a comment, of the content it belongs to',
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
    string | null;
  @ApiProperty({ format: 'date-time' }) timestamp!: string;
}

export class OverviewResponse {
  @ApiProperty({ type: TotalsResponse }) totals!: TotalsResponse;
  @ApiProperty({ type: [RecentActivityResponse], description: 'at most 20, the latest first' })
  recent_activity!: RecentActivityResponse[];
}
