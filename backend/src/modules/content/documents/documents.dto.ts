import { ApiParam, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
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
  type ThumbnailPlacement,
  thumbnailPlacements,
  visibilities,
  type Visibility,
} from '../items/enums.js';
import { type ItemSort, itemSorts } from '../items/items-list.queries.js';
import { ListAbilitiesResponse, ItemSummaryResponse } from '../items/item-summary.dto.js';
import { ThumbnailDataField } from '../lifecycle/thumbnail-data.js';
import { NOTE_MAX, PendingRevisionResponse } from './revisions/revisions.dto.js';

const CONTENT_MAX = 500_000;
const TAG_MAX = 40;

/** The path parameter of operations on one document. */
export const DocumentIdParam = () =>
  ApiParam({ name: 'id', description: 'id, slug or former slug of the document', example: 'getting-started' });

export class DocumentsQuery extends PageQuery {
  @EmptyAsUndefined()
  @ChoiceField(documentStatuses, {
    label: 'The status',
    description: 'only documents in this status',
    enumName: 'DocumentStatus',
    optional: true,
  })
  status?: DocumentStatus;

  @IdField({
    label: 'The category',
    description: 'only documents in this category, without its subcategories',
    optional: true,
  })
  category_id?: string;

  @EmptyAsUndefined()
  @TextField({
    label: 'The tag',
    description: 'only documents with this tag, in any letter case',
    singleLine: true,
    max: TAG_MAX,
    optional: true,
  })
  tag?: string;

  @EmptyAsUndefined()
  @ChoiceField(difficulties, {
    label: 'The difficulty',
    description: 'only documents of this difficulty',
    enumName: 'Difficulty',
    optional: true,
  })
  difficulty?: Difficulty;

  @IdField({ label: 'The author', description: 'only documents of this author', optional: true })
  author_id?: string;

  @EmptyAsUndefined()
  @ChoiceField(itemSorts, {
    label: 'The order',
    description: 'newest by default; updated: by the last change',
    enumName: 'DocumentSort',
    optional: true,
  })
  sort?: ItemSort;
}

/** Fields that creating and editing share; all optional here. */
class DocumentFieldsRequest {
  @EmptyAsUndefined()
  @TextField({
    label: 'The slug',
    description: 'derived from the title when omitted; 409 with a suggestion when taken',
    max: 100,
    optional: true,
    example: 'getting-started',
  })
  slug?: string;

  @TextField({
    label: 'The summary',
    description: 'plain text',
    max: 500,
    optional: true,
    example: 'What the hub is for, and your first steps in it.',
  })
  summary?: string;

  @IdField({ label: 'The category', description: 'null or empty: no category', optional: true })
  category_id?: string | null;

  @EmptyAsUndefined()
  @ChoiceField(difficulties, { label: 'The difficulty', enumName: 'Difficulty', optional: true })
  difficulty?: Difficulty;

  @EmptyAsUndefined()
  @ChoiceField(visibilities, {
    label: 'The visibility',
    description:
      'PUBLIC: everyone; LOGGED_IN: signed-in users; INTERNAL: holders of content.view_internal. Setting ' +
      'or removing INTERNAL requires content.set_internal',
    enumName: 'Visibility',
    optional: true,
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
    description: 'title for search engines',
    singleLine: true,
    max: 200,
    optional: true,
    example: 'Getting started with the hub',
  })
  meta_title?: string;

  @TextField({
    label: 'The meta description',
    description: 'description for search engines',
    max: 500,
    optional: true,
    example: 'First steps for new colleagues.',
  })
  meta_description?: string;

  @EmptyAsUndefined()
  @ChoiceField(thumbnailPlacements, {
    label: 'The thumbnail placement',
    description:
      'where the thumbnail is shown: NONE: nowhere; CARD: on cards only; PAGE: on cards and above the text; ' +
      'PAGE by default',
    enumName: 'ThumbnailPlacement',
    optional: true,
  })
  thumbnail_placement?: ThumbnailPlacement;

  @EmptyAsUndefined()
  @ChoiceField(documentStatuses, {
    label: 'The status',
    description: 'see PUT /documents/{id}/status',
    enumName: 'DocumentStatus',
    optional: true,
  })
  status?: DocumentStatus;

  @ThumbnailDataField()
  thumbnail_data?: string;
}

export class CreateDocumentRequest extends DocumentFieldsRequest {
  @TextField({ label: 'The title', singleLine: true, min: 1, max: 200, example: 'Getting started' })
  title!: string;

  @TextField({
    label: 'The content',
    description: 'Markdown',
    min: 1,
    max: CONTENT_MAX,
    trim: false,
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
    description: 'Markdown',
    min: 1,
    max: CONTENT_MAX,
    trim: false,
    optional: true,
    example: '# Hello\n\nWelcome.',
  })
  content?: string;

  @NumberField({
    label: 'The version',
    description: 'the version that this edit is based on; 409 when it is not the current one',
    min: 1,
    max: 2_147_483_647,
    optional: true,
  })
  version?: number;

  @TextField({
    label: 'The note',
    description: 'what was changed and why, for the revision history',
    max: NOTE_MAX,
    optional: true,
    example: 'Added an example.',
  })
  note?: string;
}

export class SetDocumentStatusRequest {
  @ChoiceField(documentStatuses, { label: 'The status', enumName: 'DocumentStatus' })
  status!: DocumentStatus;

  @TextField({
    label: 'The note',
    description: 'for the author',
    max: NOTE_MAX,
    optional: true,
    example: 'Please add an example.',
  })
  note?: string;
}

class DocumentAbilitiesResponse extends ListAbilitiesResponse {
  @ApiProperty({ description: 'whether the requester may delete it' }) delete!: boolean;
  @ApiProperty({ description: 'whether the requester may submit the draft for review' }) submit!: boolean;
  @ApiProperty({ description: 'whether the requester may return it to DRAFT' }) withdraw!: boolean;
  @ApiProperty({ description: 'whether the requester may publish it' }) publish!: boolean;
  @ApiProperty({ description: 'whether the requester may archive it' }) archive!: boolean;
  @ApiProperty({ description: 'whether the requester may decide on the document or its pending revision' })
  review!: boolean;
  @ApiProperty({ description: 'whether the requester has a pending edit to withdraw or a returned one to dismiss' })
  withdraw_edit!: boolean;
}

/** A row of a document list. */
export class DocumentSummaryResponse extends ItemSummaryResponse {
  @ApiProperty({ enum: documentStatuses, enumName: 'DocumentStatus' }) declare status: DocumentStatus;
}

export class DocumentResponse extends DocumentSummaryResponse {
  @ApiProperty({ description: 'Markdown', example: '# Hello\n\nWelcome.' }) content!: string;
  @ApiProperty({ description: 'title for search engines; may be empty', example: 'Getting started with the hub' })
  meta_title!: string;
  @ApiProperty({
    description: 'description for search engines; may be empty',
    example: 'First steps for new colleagues.',
  })
  meta_description!: string;
  @ApiProperty({
    description: 'for its author and for holders of content.publish only; null otherwise',
    type: PendingRevisionResponse,
    nullable: true,
  })
  pending_revision!: PendingRevisionResponse | null;
  @ApiProperty({
    description:
      'why a draft was returned, for its author and for holders of content.publish; for a published ' +
      "document, why the requester's edit was returned",
    type: String,
    nullable: true,
    example: 'Please add an example.',
  })
  review_note!: string | null;
  @ApiProperty({
    description: 'who wrote `review_note`; null without one',
    type: String,
    format: 'uuid',
    nullable: true,
  })
  reviewer_id!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'Rosa Richter' }) reviewer_name!: string | null;
  @ApiProperty({ description: 'when `review_note` was written', type: String, format: 'date-time', nullable: true })
  reviewed_at!: string | null;
  @ApiProperty({
    description: 'who submitted a document that is IN_REVIEW; null otherwise',
    type: String,
    format: 'uuid',
    nullable: true,
  })
  submitter_id!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'Clara Conrad' }) submitter_name!: string | null;
  @ApiPropertyOptional({ description: 'absent for guests', type: DocumentAbilitiesResponse })
  declare abilities?: DocumentAbilitiesResponse;
}
