import { ApiProperty } from '@nestjs/swagger';
import { NOTE_MAX, REPORT_MAX } from '@hub/shared/limits';
import { CursorQuery, NextCursorProperty, PageQuery } from '../../../platform/http/pagination/pagination.js';
import { ChoiceField, EmptyAsUndefined, IdField, TextField } from '../../../platform/http/validation/fields.js';
import { type ReportedType, reportedTypes } from './reported-subjects.service.js';

export class CreateReportRequest {
  @ChoiceField(reportedTypes, { label: 'itemType', enumName: 'ReportedType', description: 'what is reported' })
  item_type!: ReportedType;

  @IdField({
    label: 'itemId',
    description: 'id of the document, video, comment, thread or post',
    example: '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f',
  })
  item_id!: string;

  @TextField({
    label: 'reason',
    description: 'for the moderators; the author does not see it',
    min: 3,
    max: REPORT_MAX,
    example: 'This is an advertisement.',
  })
  reason!: string;
}

/** open: awaits a decision; dismissed: the item stays; upheld: a moderator hid the item, or it was deleted. */
const reportStates = ['open', 'dismissed', 'upheld'] as const;
type ReportState = (typeof reportStates)[number];

const STATES = 'open: awaits a decision; dismissed: the item stays; upheld: the item was hidden or deleted';

export class ReportsQuery extends PageQuery {
  @EmptyAsUndefined()
  @ChoiceField(reportStates, { label: 'state', enumName: 'ReportState', description: STATES, optional: true })
  state?: ReportState;

  @EmptyAsUndefined()
  @ChoiceField(reportedTypes, { label: 'type', enumName: 'ReportedType', optional: true })
  type?: ReportedType;
}

export class ReportResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: reportedTypes, enumName: 'ReportedType' }) item_type!: ReportedType;
  @ApiProperty({ format: 'uuid' }) item_id!: string;
  @ApiProperty({
    description: 'of the item, or of what it belongs to; null when it was deleted',
    type: String,
    nullable: true,
    example: 'Getting started',
  })
  title!: string | null;
  @ApiProperty({
    description: 'path in the frontend; null when it was deleted',
    type: String,
    nullable: true,
    example: '/docs/getting-started',
  })
  url!: string | null;
  @ApiProperty({
    description: 'beginning of the item as plain text; null when it was deleted',
    type: String,
    nullable: true,
    example: 'Buy watches!',
  })
  excerpt!: string | null;
  @ApiProperty({ description: 'author of the item', type: String, format: 'uuid', nullable: true }) author_id!:
    | string
    | null;
  @ApiProperty({ type: String, nullable: true, example: 'Ada Lovelace' }) author_name!: string | null;
  @ApiProperty({ description: 'whether the item is hidden now' }) is_hidden!: boolean;
  @ApiProperty({ example: 'Spam: links to a shop' }) reason!: string;
  @ApiProperty({ description: STATES, enum: reportStates, enumName: 'ReportState' }) state!: ReportState;
  @ApiProperty({ format: 'uuid' }) reporter_id!: string;
  @ApiProperty({ example: 'Bert Becker' }) reporter_name!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) decided_at!: string | null;
  @ApiProperty({
    description: 'the moderator; null while open, and when the item was deleted',
    type: String,
    format: 'uuid',
    nullable: true,
  })
  decided_by!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'Rosa Richter' }) decided_by_name!: string | null;
}

export class HiddenItemsQuery extends CursorQuery {
  @EmptyAsUndefined()
  @ChoiceField(reportedTypes, { label: 'type', enumName: 'ReportedType', optional: true })
  type?: ReportedType;
}

export class HiddenItemResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: reportedTypes, enumName: 'ReportedType' }) type!: ReportedType;
  @ApiProperty({ description: 'of the item, or of what it belongs to', example: 'Getting started' }) title!: string;
  @ApiProperty({ description: 'path in the frontend', example: '/docs/getting-started' }) url!: string;
  @ApiProperty({ description: 'beginning of the item as plain text; may be empty', example: 'Buy watches!' })
  excerpt!: string;
  @ApiProperty({ format: 'uuid' }) author_id!: string;
  @ApiProperty({ example: 'Ada Lovelace' }) author_name!: string;
  @ApiProperty({ format: 'date-time' }) hidden_at!: string;
  @ApiProperty({ description: 'whether reports of it await a decision' }) has_open_reports!: boolean;
}

export class HiddenItemsResponse {
  @ApiProperty({ description: 'hidden last first', type: [HiddenItemResponse] }) items!: HiddenItemResponse[];
  @NextCursorProperty() next_cursor!: string | null;
}

export class RestoreItemRequest {
  @IdField({ label: 'itemId', example: '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f' })
  item_id!: string;

  @ChoiceField(reportedTypes, { label: 'itemType', enumName: 'ReportedType' })
  item_type!: ReportedType;

  @TextField({
    label: 'note',
    description: 'for the author',
    max: NOTE_MAX,
    optional: true,
    example: 'Thank you for removing the link.',
  })
  note?: string;
}
