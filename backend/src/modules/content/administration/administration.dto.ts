import { ApiProperty } from '@nestjs/swagger';
import { BULK_ITEMS_MAX } from '@hub/shared/limits';
import { ChoiceField, EmptyAsUndefined, IdField, IdListField } from '../../../platform/http/validation/fields.js';
import {
  type ContentKind,
  contentKinds,
  type ContentStatus,
  contentStatuses,
  visibilities,
  type Visibility,
} from '../audience/audience.js';

const bulkActions = ['set_status', 'set_category', 'set_visibility', 'delete'] as const;
type BulkAction = (typeof bulkActions)[number];

export class BulkChangeRequest {
  @ChoiceField(contentKinds, { label: 'type', enumName: 'ContentKind' })
  item_type!: ContentKind;

  @IdListField({
    label: 'items',
    description: 'ids of items of this type',
    maxItems: BULK_ITEMS_MAX,
    example: ['0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f'],
  })
  ids!: string[];

  @ChoiceField(bulkActions, { label: 'action', enumName: 'BulkAction' })
  action!: BulkAction;

  @EmptyAsUndefined()
  @ChoiceField(contentStatuses, {
    label: 'status',
    description: 'for set_status: a status of this type',
    enumName: 'ContentStatus',
    optional: true,
  })
  status?: ContentStatus;

  @IdField({ label: 'category', description: 'for set_category; null or omitted: no category', optional: true })
  category_id?: string | null;

  @EmptyAsUndefined()
  @ChoiceField(visibilities, {
    label: 'visibility',
    description: 'for set_visibility',
    enumName: 'Visibility',
    optional: true,
  })
  visibility?: Visibility;
}

export class SubmitDraftsRequest {
  @IdListField({
    label: 'drafts',
    description: 'ids of drafts of documents and videos',
    maxItems: BULK_ITEMS_MAX,
    example: ['0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f'],
  })
  ids!: string[];
}

export class BulkResultResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'whether the item was changed' }) changed!: boolean;
  @ApiProperty({
    description: 'why it was not changed, as the `code` of a problem; null when it was',
    type: String,
    nullable: true,
    example: 'permission_missing',
  })
  code!: string | null;
  @ApiProperty({
    description: 'the same as a sentence to show to the user',
    type: String,
    nullable: true,
    example: 'Only users with the role Administrator or Editor can do this.',
  })
  detail!: string | null;
}

export class BulkChangeResponse {
  @ApiProperty({ description: 'a sentence to show to the user', example: '3 documents updated.' }) message!: string;
  @ApiProperty({ description: 'in the order of the request', type: [BulkResultResponse] })
  results!: BulkResultResponse[];
}

class StatusCountResponse {
  @ApiProperty({
    description: 'IN_REVIEW: also READY videos that await review; DRAFT: also drafts of videos, whatever their status',
    enum: contentStatuses,
    enumName: 'ContentStatus',
  })
  status!: ContentStatus;
  @ApiProperty({ type: 'integer', example: 12 }) count!: number;
}

export class KindCountsResponse {
  @ApiProperty({ type: 'integer', example: 42 }) total!: number;
  @ApiProperty({ description: 'statuses without items are missing', type: [StatusCountResponse] })
  statuses!: StatusCountResponse[];
}

export class ContentCountsResponse {
  @ApiProperty({ type: KindCountsResponse }) documents!: KindCountsResponse;
  @ApiProperty({ type: KindCountsResponse }) videos!: KindCountsResponse;
}
