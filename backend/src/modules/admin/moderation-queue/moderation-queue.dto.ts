import { ApiProperty } from '@nestjs/swagger';
import { NOTE_MAX } from '@hub/shared/limits';
import { CursorQuery, NextCursorProperty } from '../../../platform/http/pagination/pagination.js';
import {
  ChoiceField,
  EmptyAsUndefined,
  FlagField,
  IdField,
  NumberField,
  TextField,
} from '../../../platform/http/validation/fields.js';
import {
  type QueueAction,
  queueActions,
  type QueueReason,
  queueReasons,
} from '../../../platform/moderation/queue-registry.js';
import { VERSION_MAX } from '../../content/index.js';
import { type ReportedType, reportedTypes } from '../moderation/reported-subjects.service.js';

const REASONS = 'review: submitted for review; revision: an edit of a published document; report: reported by users';

export class ModerationQueueQuery extends CursorQuery {
  @EmptyAsUndefined()
  @ChoiceField(reportedTypes, { label: 'type', enumName: 'ReportedType', optional: true })
  type?: ReportedType;

  @EmptyAsUndefined()
  @ChoiceField(queueReasons, { label: 'reason', enumName: 'QueueReason', description: REASONS, optional: true })
  reason?: QueueReason;
}

export class ModerateItemRequest {
  @IdField({ label: 'itemId', example: '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f' })
  item_id!: string;

  @ChoiceField(reportedTypes, { label: 'itemType', enumName: 'ReportedType' })
  item_type!: ReportedType;

  @ChoiceField(queueActions, {
    label: 'action',
    description:
      'approve: publishes what awaits review, dismisses reports; reject: returns it to its author, hides what was ' +
      'reported',
    enumName: 'QueueAction',
  })
  action!: QueueAction;

  @TextField({
    label: 'note',
    description: 'for the author',
    max: NOTE_MAX,
    optional: true,
    example: 'Please add an example.',
  })
  note?: string;

  @EmptyAsUndefined()
  @ChoiceField(queueReasons, {
    label: 'reason',
    description: 'which decision is meant when the item waits for several; the oldest by default',
    enumName: 'QueueReason',
    optional: true,
  })
  reason?: QueueReason;

  @NumberField({
    label: 'version',
    description: 'of the document or video that was read; 409 when it is not the current one',
    min: 1,
    max: VERSION_MAX,
    optional: true,
  })
  version?: number;

  @IdField({
    label: 'revision',
    description: 'the pending revision that was read; 409 when it is not the current one',
    optional: true,
  })
  revision_id?: string | null;
}

export class AssignModerationItemRequest {
  @FlagField({ label: 'takeOver', description: 'also when another user has the item', optional: true })
  take_over?: boolean;
}

class ModerationReportResponse {
  @ApiProperty({ example: 'Spam: links to a shop' }) reason!: string;
  @ApiProperty({ format: 'uuid' }) reporter_id!: string;
  @ApiProperty({ example: 'Bert Becker' }) reporter_name!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

class ModerationAssigneeResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Rosa Richter' }) name!: string;
  @ApiProperty({ format: 'date-time' }) assigned_at!: string;
}

class ModerationAbilitiesResponse {
  @ApiProperty({ description: 'whether the requester may approve and reject it' }) decide!: boolean;
}

export class ModerationItemResponse {
  @ApiProperty({ description: 'id of the item', format: 'uuid' }) id!: string;
  @ApiProperty({ enum: reportedTypes, enumName: 'ReportedType' }) type!: ReportedType;
  @ApiProperty({ description: REASONS, enum: queueReasons, enumName: 'QueueReason' }) reason!: QueueReason;
  @ApiProperty({ description: 'of the item, or of what it belongs to', example: 'Getting started' }) title!: string;
  @ApiProperty({ description: 'author of the item; for a revision, of the edit', format: 'uuid' }) author_id!: string;
  @ApiProperty({ example: 'Ada Lovelace' }) author_name!: string;
  @ApiProperty({
    description: 'address of the avatar image; null without one',
    type: String,
    nullable: true,
    example: '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65',
  })
  author_avatar!: string | null;
  @ApiProperty({ description: 'since when it waits', format: 'date-time' }) created_at!: string;
  @ApiProperty({ description: 'path in the frontend', example: '/docs/getting-started' }) url!: string;
  @ApiProperty({ description: 'plain text; may be empty', example: 'What the hub is for.' }) excerpt!: string;
  @ApiProperty({
    description: 'beginning of the Markdown of a comment, thread or post; null for documents and videos',
    type: String,
    nullable: true,
    example: 'Buy **watches**!',
  })
  content!: string | null;
  @ApiProperty({ description: 'whether `content` is not the whole text' }) is_content_cut!: boolean;
  @ApiProperty({
    description: 'version of the document or video; null for other items',
    type: 'integer',
    nullable: true,
    example: 3,
  })
  version!: number | null;
  @ApiProperty({ description: 'the pending revision; otherwise null', type: String, format: 'uuid', nullable: true })
  revision_id!: string | null;
  @ApiProperty({ description: 'whether it is hidden' }) is_hidden!: boolean;
  @ApiProperty({ description: 'number of open reports', example: 2 }) report_count!: number;
  @ApiProperty({ description: 'the oldest 20 of them', type: [ModerationReportResponse] })
  reports!: ModerationReportResponse[];
  @ApiProperty({
    description: 'the assigned moderator; null if unassigned',
    type: ModerationAssigneeResponse,
    nullable: true,
  })
  assignee!: ModerationAssigneeResponse | null;
  @ApiProperty({ type: ModerationAbilitiesResponse }) abilities!: ModerationAbilitiesResponse;
}

export class ModerationCountResponse {
  @ApiProperty({ description: 'number of items that await the requester, without filters', example: 3 })
  total_pending!: number;
  @ApiProperty({ description: 'whether counting stopped and there are more' }) total_capped!: boolean;
}

export class ModerationQueueResponse extends ModerationCountResponse {
  @ApiProperty({ description: 'the oldest first', type: [ModerationItemResponse] }) items!: ModerationItemResponse[];
  @NextCursorProperty() next_cursor!: string | null;
}
