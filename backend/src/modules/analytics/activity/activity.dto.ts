import { ApiProperty } from '@nestjs/swagger';
import { ChoiceField, EmptyAsUndefined, IdField } from '../../../platform/http/validation/fields.js';

/** Which events a list contains. */
export const activityFilters = ['all', 'changes', 'views'] as const;
export type ActivityFilter = (typeof activityFilters)[number];

export class ActivityQuery {
  @EmptyAsUndefined()
  @ChoiceField(activityFilters, {
    label: 'The filter',
    description: 'all by default; changes: all but views',
    enumName: 'ActivityFilter',
    optional: true,
  })
  filter?: ActivityFilter;

  @EmptyAsUndefined()
  @IdField({ label: 'The event', description: 'only events before the one with this id', optional: true })
  before?: string;
}

export class ActivityEventResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({
    description:
      'viewed, created, submitted, withdrawn, unpublished, published, archived, sent_back, reprocessed, stopped, ' +
      'deleted, edit_approved, edit_sent_back, commented, replied, solved or registered',
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
