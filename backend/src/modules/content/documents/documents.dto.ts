import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ChoiceField,
  IdField,
  NumberField,
  TextField,
  TextListField,
  EmptyAsUndefined,
} from '../../../platform/http/validation/fields.js';
import { PageQuery } from '../../../platform/http/pagination/pagination.js';
import {
  type Difficulty,
  difficulties,
  type DocumentStatus,
  documentStatuses,
  visibilities,
  type Visibility,
} from '../items/enums.js';
import { type ItemSort, itemSorts } from '../items/items-list.queries.js';
import { ListAbilitiesResponse, ItemSummaryResponse } from '../items/item-summary.dto.js';
import { ThumbnailDataField } from '../lifecycle/thumbnail-data.js';
import { NOTE_MAX, PendingRevisionResponse } from './revisions/revisions.dto.js';

const CONTENT_MAX = 500_000;
const TAG_MAX = 40;

export class DocumentsQuery extends PageQuery {
  @EmptyAsUndefined()
  @ChoiceField(documentStatuses, { label: 'The status', enumName: 'DocumentStatus', optional: true })
  status?: DocumentStatus;

  @IdField({ label: 'The category', optional: true })
  category_id?: string;

  @EmptyAsUndefined()
  @TextField({ label: 'The tag', singleLine: true, max: TAG_MAX, optional: true, description: 'in any letter case' })
  tag?: string;

  @EmptyAsUndefined()
  @ChoiceField(difficulties, { label: 'The difficulty', enumName: 'Difficulty', optional: true })
  difficulty?: Difficulty;

  @IdField({ label: 'The author', optional: true })
  author_id?: string;

  @EmptyAsUndefined()
  @ChoiceField(itemSorts, {
    label: 'The order',
    enumName: 'DocumentSort',
    optional: true,
    description: 'newest when missing; updated is by the last change',
  })
  sort?: ItemSort;
}

/** Fields that creating and editing share; all optional here. */
class DocumentFieldsRequest {
  @EmptyAsUndefined()
  @TextField({
    label: 'The slug',
    max: 100,
    optional: true,
    description: 'derived from the title when missing; taken → 409 with a suggestion',
    example: 'getting-started',
  })
  slug?: string;

  @TextField({
    label: 'The summary',
    max: 500,
    optional: true,
    example: 'What the hub is for, and your first steps in it.',
  })
  summary?: string;

  @IdField({ label: 'The category', optional: true })
  category_id?: string | null;

  @EmptyAsUndefined()
  @ChoiceField(difficulties, { label: 'The difficulty', enumName: 'Difficulty', optional: true })
  difficulty?: Difficulty;

  @EmptyAsUndefined()
  @ChoiceField(visibilities, {
    label: 'The visibility',
    enumName: 'Visibility',
    optional: true,
    description: 'setting INTERNAL and changing it to another needs content.set_internal',
  })
  visibility?: Visibility;

  @TextListField({
    label: 'The tags',
    maxItems: 20,
    max: TAG_MAX,
    optional: true,
    example: ['onboarding', 'PostgreSQL'],
  })
  tags?: string[];

  @TextField({
    label: 'The meta title',
    singleLine: true,
    max: 200,
    optional: true,
    example: 'Getting started with the hub',
  })
  meta_title?: string;

  @TextField({ label: 'The meta description', max: 500, optional: true, example: 'First steps for new colleagues.' })
  meta_description?: string;

  @EmptyAsUndefined()
  @ChoiceField(documentStatuses, { label: 'The status', enumName: 'DocumentStatus', optional: true })
  status?: DocumentStatus;

  @ThumbnailDataField()
  thumbnail_data?: string;
}

export class CreateDocumentRequest extends DocumentFieldsRequest {
  @TextField({ label: 'The title', singleLine: true, min: 1, max: 200, example: 'Getting started' })
  title!: string;

  @TextField({
    label: 'The content',
    min: 1,
    max: CONTENT_MAX,
    trim: false,
    description: 'markdown',
    example: '# Hello',
  })
  content!: string;
}

/** What is omitted stays as it is. */
export class UpdateDocumentRequest extends DocumentFieldsRequest {
  @TextField({ label: 'The title', singleLine: true, min: 1, max: 200, optional: true, example: 'Getting started' })
  title?: string;

  @TextField({
    label: 'The content',
    min: 1,
    max: CONTENT_MAX,
    trim: false,
    optional: true,
    description: 'markdown',
    example: '# Hello\n\nWelcome.',
  })
  content?: string;

  @NumberField({
    label: 'The version',
    min: 1,
    max: 2_147_483_647,
    optional: true,
    description: 'the version this edit is based on; a stale one → 409',
  })
  version?: number;

  @TextField({
    label: 'The note',
    max: NOTE_MAX,
    optional: true,
    description: 'what was changed and why, for the history',
    example: 'Added an example.',
  })
  note?: string;
}

export class SetDocumentStatusRequest {
  @ChoiceField(documentStatuses, { label: 'The status', enumName: 'DocumentStatus' })
  status!: DocumentStatus;

  @TextField({
    label: 'The note',
    max: NOTE_MAX,
    optional: true,
    description: 'for the author',
    example: 'Please add an example.',
  })
  note?: string;
}

class DocumentAbilitiesResponse extends ListAbilitiesResponse {
  @ApiProperty() delete!: boolean;
  @ApiProperty({ description: 'hand a draft in for review' }) submit!: boolean;
  @ApiProperty({ description: 'back to draft' }) withdraw!: boolean;
  @ApiProperty() publish!: boolean;
  @ApiProperty() archive!: boolean;
  @ApiProperty({ description: 'decide on the document or on the edit that waits' }) review!: boolean;
  @ApiProperty({ description: 'take back their own edit that waits, or let go of one that was sent back' })
  withdraw_edit!: boolean;
}

/** A row of a document list. */
export class DocumentSummaryResponse extends ItemSummaryResponse {
  @ApiProperty({ enum: documentStatuses, enumName: 'DocumentStatus' }) declare status: DocumentStatus;
}

export class DocumentResponse extends DocumentSummaryResponse {
  @ApiProperty({ description: 'markdown', example: '# Hello\n\nWelcome.' }) content!: string;
  @ApiProperty({ example: 'Getting started with the hub' }) meta_title!: string;
  @ApiProperty({ example: 'First steps for new colleagues.' }) meta_description!: string;
  @ApiProperty({
    type: PendingRevisionResponse,
    nullable: true,
    description: 'only for its author and for holders of content.publish',
  })
  pending_revision!: PendingRevisionResponse | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      "why the draft was sent back, for its author and for holders of content.publish; of a published document why one's own edit was",
    example: 'Please add an example.',
  })
  review_note!: string | null;
  @ApiPropertyOptional({ type: DocumentAbilitiesResponse, description: 'absent for guests' })
  declare abilities?: DocumentAbilitiesResponse;
}
