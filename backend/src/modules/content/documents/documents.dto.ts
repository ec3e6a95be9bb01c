import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ChoiceField, IdField, NumberField, TextField, TextListField } from '../../../platform/http/fields.js';
import { PageQuery } from '../../../platform/http/paging.js';
import {
  type Difficulty,
  difficulties,
  type DocumentStatus,
  documentStatuses,
  visibilities,
  type Visibility,
} from '../items/enums.js';
import { EmptyAsMissing } from '../../../platform/http/empty-as-missing.js';
import { ThumbnailDataField } from '../pictures/thumbnail-data.js';
import { NOTE_MAX, PendingRevisionResponse } from '../revisions/revisions.dto.js';

const CONTENT_MAX = 500_000;
const TAG_MAX = 40;

export const documentSorts = ['newest', 'updated', 'views', 'likes'] as const;
export type DocumentSort = (typeof documentSorts)[number];

export class DocumentsQuery extends PageQuery {
  @EmptyAsMissing()
  @ChoiceField(documentStatuses, { label: 'The status', enumName: 'DocumentStatus', optional: true })
  status?: DocumentStatus;

  @IdField({ label: 'The category', optional: true })
  category_id?: string;

  @EmptyAsMissing()
  @TextField({ label: 'The tag', max: TAG_MAX, optional: true, description: 'in any letter case' })
  tag?: string;

  @EmptyAsMissing()
  @ChoiceField(difficulties, { label: 'The difficulty', enumName: 'Difficulty', optional: true })
  difficulty?: Difficulty;

  @IdField({ label: 'The author', optional: true })
  author_id?: string;

  @EmptyAsMissing()
  @ChoiceField(documentSorts, {
    label: 'The order',
    enumName: 'DocumentSort',
    optional: true,
    description: 'newest when missing; updated is by the last change',
  })
  sort?: DocumentSort;
}

/** Fields that creating and editing share; all optional here. */
class DocumentFieldsRequest {
  @EmptyAsMissing()
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

  @EmptyAsMissing()
  @ChoiceField(difficulties, { label: 'The difficulty', enumName: 'Difficulty', optional: true })
  difficulty?: Difficulty;

  @EmptyAsMissing()
  @ChoiceField(visibilities, {
    label: 'The visibility',
    enumName: 'Visibility',
    optional: true,
    description: 'INTERNAL needs content.set_internal',
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

  @TextField({ label: 'The meta title', max: 200, optional: true, example: 'Getting started with the hub' })
  meta_title?: string;

  @TextField({ label: 'The meta description', max: 500, optional: true, example: 'First steps for new colleagues.' })
  meta_description?: string;

  @EmptyAsMissing()
  @ChoiceField(documentStatuses, { label: 'The status', enumName: 'DocumentStatus', optional: true })
  status?: DocumentStatus;

  @ThumbnailDataField()
  thumbnail_data?: string;
}

export class CreateDocumentRequest extends DocumentFieldsRequest {
  @TextField({ label: 'The title', min: 1, max: 200, example: 'Getting started' })
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
  @TextField({ label: 'The title', min: 1, max: 200, optional: true, example: 'Getting started' })
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

class CategoryRefResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Guides' }) title!: string;
  @ApiProperty({ example: 'Guides' }) name!: string;
  @ApiProperty({ example: '🧭' }) icon!: string;
  @ApiProperty({ example: '#3B82F6' }) color!: string;
}

class ListAbilitiesResponse {
  @ApiProperty() edit!: boolean;
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
export class DocumentSummaryResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Getting started' }) title!: string;
  @ApiProperty({ example: 'getting-started' }) slug!: string;
  @ApiProperty({ example: 'What the hub is for, and your first steps in it.' }) summary!: string;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) category_id!: string | null;
  @ApiProperty({ type: CategoryRefResponse, nullable: true }) category!: CategoryRefResponse | null;
  @ApiProperty({ format: 'uuid' }) author_id!: string;
  @ApiProperty({ example: 'Ada Lovelace' }) author_name!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65',
  })
  author_avatar!: string | null;
  @ApiProperty({ enum: difficulties, enumName: 'Difficulty' }) difficulty!: Difficulty;
  @ApiProperty({ enum: visibilities, enumName: 'Visibility' }) visibility!: Visibility;
  @ApiProperty({ enum: documentStatuses, enumName: 'DocumentStatus' }) status!: DocumentStatus;
  @ApiProperty({ description: 'counts saves, from 1' }) version!: number;
  @ApiProperty({ type: [String], example: ['onboarding', 'PostgreSQL'] }) tags!: string[];
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'address of the picture in its widest form',
    example: '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65',
  })
  thumbnail!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'all its widths, as img srcset takes them',
    example: '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65 400w',
  })
  thumbnail_srcset!: string | null;
  @ApiProperty() view_count!: number;
  @ApiProperty() like_count!: number;
  @ApiProperty() helpful_count!: number;
  @ApiProperty() bookmark_count!: number;
  @ApiProperty() confused_count!: number;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'null until the first edit' })
  updated_at!: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) published_at!: string | null;
  @ApiPropertyOptional({ type: ListAbilitiesResponse, description: 'absent for guests' })
  abilities?: ListAbilitiesResponse;
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
