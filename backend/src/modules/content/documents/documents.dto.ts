import { ApiParam, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { DOCUMENT_CONTENT_MAX, ITEM_TITLE_MAX, NOTE_MAX } from '@hub/shared/limits';
import {
  ChoiceField,
  EmptyAsUndefined,
  FlagField,
  NumberField,
  QueryFlagField,
  TextField,
} from '../../../platform/http/validation/fields.js';
import {
  difficulties,
  type Difficulty,
  type DocumentStatus,
  documentStatuses,
  visibilities,
  type Visibility,
} from '../audience/audience.js';
import {
  ItemsListQuery,
  ItemFieldsRequest,
  ChildrenField,
  type ChildrenAction,
  ParentIdField,
  VERSION_MAX,
} from '../items/item-fields.dto.js';
import { PageRefResponse, ParentIdProperty, TrailProperty } from '../items/item-trail.js';
import { ItemSummaryResponse, ParticipationAbilitiesResponse } from '../items/item-summary.dto.js';
import { PendingRevisionResponse } from './revisions/revisions.dto.js';

/** The path parameter of operations on one document. */
export const DocumentIdParam = () =>
  ApiParam({ name: 'id', description: 'id, slug or former slug of the document', example: 'getting-started' });

export class DocumentsQuery extends ItemsListQuery {
  @EmptyAsUndefined()
  @ChoiceField(documentStatuses, {
    label: 'status',
    description: 'only documents in this status',
    enumName: 'DocumentStatus',
    optional: true,
  })
  status?: DocumentStatus;

  @EmptyAsUndefined()
  @QueryFlagField({
    label: 'template',
    description:
      'true: only templates that the requester may write documents with, see `GET /documents/{id}/template`; lists ' +
      'contain no templates otherwise',
    optional: true,
  })
  template?: boolean;
}

/** Fields that creating and editing share; all optional here. */
class DocumentFieldsRequest extends ItemFieldsRequest {
  @FlagField({
    label: 'isTemplate',
    description:
      'whether others begin their documents with it, in its category and those below, or everywhere without one; ' +
      'takes effect at once, and requires `content.edit_any` in the category. Readers do not see templates',
    optional: true,
    example: false,
  })
  is_template?: boolean;

  @EmptyAsUndefined()
  @ChoiceField(documentStatuses, {
    label: 'status',
    description: 'see PUT /documents/{id}/status',
    enumName: 'DocumentStatus',
    optional: true,
  })
  status?: DocumentStatus;
}

export class CreateDocumentRequest extends DocumentFieldsRequest {
  @TextField({ label: 'title', singleLine: true, min: 1, max: ITEM_TITLE_MAX, example: 'Getting started' })
  title!: string;

  @TextField({
    label: 'content',
    description: 'Markdown',
    min: 1,
    max: DOCUMENT_CONTENT_MAX,
    trim: false,
    multiline: true,
    example: '# Hello',
  })
  content!: string;

  @ParentIdField() parent_id?: string | null;
}

/** What is omitted stays as it is. */
export class UpdateDocumentRequest extends DocumentFieldsRequest {
  @TextField({
    label: 'title',
    singleLine: true,
    min: 1,
    max: ITEM_TITLE_MAX,
    optional: true,
    example: 'Getting started',
  })
  title?: string;

  @TextField({
    label: 'content',
    description: 'Markdown',
    min: 1,
    max: DOCUMENT_CONTENT_MAX,
    trim: false,
    multiline: true,
    optional: true,
    example: '# Hello\n\nWelcome.',
  })
  content?: string;

  @NumberField({
    label: 'version',
    description: 'the version that this edit is based on; 409 when it is not the current one',
    min: 1,
    max: VERSION_MAX,
    optional: true,
  })
  version?: number;

  @TextField({
    label: 'note',
    description: 'what was changed and why, for the revision history',
    max: NOTE_MAX,
    optional: true,
    example: 'Added an example.',
  })
  note?: string;
}

export class SetDocumentStatusRequest {
  @ChoiceField(documentStatuses, { label: 'status', enumName: 'DocumentStatus' })
  status!: DocumentStatus;

  @TextField({
    label: 'note',
    description: 'for the author',
    max: NOTE_MAX,
    optional: true,
    example: 'Please add an example.',
  })
  note?: string;

  @ChildrenField('of an archived page', 'are archived too, and published videos become drafts')
  children?: ChildrenAction;
}

class DocumentAbilitiesResponse extends ParticipationAbilitiesResponse {
  @ApiProperty({ description: 'whether the requester may delete it' }) delete!: boolean;
  @ApiProperty({ description: 'whether the requester may submit the draft for review' }) submit!: boolean;
  @ApiProperty({ description: 'whether the requester may return it to DRAFT' }) withdraw!: boolean;
  @ApiProperty({ description: 'whether the requester may publish it' }) publish!: boolean;
  @ApiProperty({ description: 'whether the requester may archive it' }) archive!: boolean;
  @ApiProperty({ description: 'whether the requester may decide on the document or its pending revision' })
  review!: boolean;
  @ApiProperty({ description: 'whether the requester may make share links, where they are turned on' })
  share!: boolean;
  @ApiProperty({ description: 'whether the requester may make it a template, or no longer one' })
  make_template!: boolean;
  @ApiProperty({ description: 'whether the requester has a pending edit to withdraw or a returned one to dismiss' })
  withdraw_edit!: boolean;
}

/** What a new document begins with. */
export class DocumentTemplateResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'may contain `{{date}}`, `{{author}}`', example: 'Meeting of {{date}}' }) title!: string;
  @ApiProperty({ description: 'plain text; may be empty', example: 'For the notes of any meeting.' }) summary!: string;
  @ApiProperty({
    description: 'Markdown; may contain `{{date}}`, `{{author}}` and `{{title}}`',
    example: '# {{title}}\n\nWritten by {{author}}.',
  })
  content!: string;
  @ApiProperty({ type: [String], example: ['meeting'] }) tags!: string[];
  @ApiProperty({ enum: difficulties, enumName: 'Difficulty' }) difficulty!: Difficulty;
  @ApiProperty({ enum: visibilities, enumName: 'Visibility' }) visibility!: Visibility;
}

/** A row of a document list. */
export class DocumentSummaryResponse extends ItemSummaryResponse {
  @ApiProperty({ enum: documentStatuses, enumName: 'DocumentStatus' }) declare status: DocumentStatus;
}

export class DocumentResponse extends DocumentSummaryResponse {
  @ParentIdProperty() parent_id!: string | null;
  @TrailProperty() trail!: PageRefResponse[];
  @ApiProperty({ description: 'Markdown', example: '# Hello\n\nWelcome.' }) content!: string;
  @ApiProperty({ description: 'title for search engines; may be empty', example: 'Getting started with the hub' })
  meta_title!: string;
  @ApiProperty({
    description: 'description for search engines; may be empty',
    example: 'First steps for new colleagues.',
  })
  meta_description!: string;
  @ApiProperty({ description: 'whether there are comments about passages of the text that nobody has resolved' })
  has_open_passages!: boolean;
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
