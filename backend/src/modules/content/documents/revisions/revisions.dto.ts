import { ApiProperty } from '@nestjs/swagger';
import { DOCUMENT_CONTENT_MAX } from '@hub/shared/limits';
import { IdField, NumberField, TextField } from '../../../../platform/http/validation/fields.js';
import {
  type Difficulty,
  difficulties,
  type ThumbnailPlacement,
  thumbnailPlacements,
  visibilities,
  type Visibility,
} from '../../audience/audience.js';
import { VERSION_MAX } from '../../items/item-fields.dto.js';
import { ReviewItemRequest } from '../../items/review.dto.js';
import { type RevisionState, revisionStates } from '../documents.repository.js';

export class ReviewDocumentRequest extends ReviewItemRequest {
  @IdField({
    label: 'revision',
    description: 'the pending revision that was read; 409 when it is not the current one',
    optional: true,
  })
  revision_id?: string | null;

  @TextField({
    label: 'content',
    description:
      'with `approve` of a pending revision: its text as the reviewer has changed it, in Markdown. The text of the ' +
      'author becomes a version, and that of the reviewer the next one',
    min: 1,
    max: DOCUMENT_CONTENT_MAX,
    trim: false,
    multiline: true,
    optional: true,
    example: '# Hello',
  })
  content?: string;
}

export class RestoreDocumentRevisionRequest {
  @NumberField({
    label: 'version',
    description:
      'the current version, on which the request is based, not the one to restore; 409 when it is not the current one',
    min: 1,
    max: VERSION_MAX,
    optional: true,
  })
  version?: number;
}

/** Every editable field of a document, as it was. */
class DocumentSnapshotResponse {
  @ApiProperty({ example: 'Getting started' }) title!: string;
  @ApiProperty({ example: 'getting-started' }) slug!: string;
  @ApiProperty({ example: 'What the hub is for, and your first steps in it.' }) summary!: string;
  @ApiProperty({ description: 'Markdown', example: '# Hello\n\nWelcome.' }) content!: string;
  @ApiProperty({ description: 'null: no category', type: String, format: 'uuid', nullable: true }) category_id!:
    | string
    | null;
  @ApiProperty({ enum: difficulties, enumName: 'Difficulty' }) difficulty!: Difficulty;
  @ApiProperty({ enum: visibilities, enumName: 'Visibility' }) visibility!: Visibility;
  @ApiProperty({ type: [String], example: ['onboarding', 'PostgreSQL'] }) tags!: string[];
  @ApiProperty({ description: 'title for search engines', example: 'Getting started with the hub' })
  meta_title!: string;
  @ApiProperty({ description: 'description for search engines', example: 'First steps for new colleagues.' })
  meta_description!: string;
  @ApiProperty({
    description: 'where the thumbnail is shown',
    enum: thumbnailPlacements,
    enumName: 'ThumbnailPlacement',
  })
  thumbnail_placement!: ThumbnailPlacement;
}

/** A pending edit of a published document. */
export class PendingRevisionResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'author of the edit', format: 'uuid' }) author_id!: string;
  @ApiProperty({ example: 'Ada Lovelace' }) author_name!: string;
  @ApiProperty({ description: 'what was changed and why; may be empty', example: 'Added an example.' }) note!: string;
  @ApiProperty({ description: 'the version that the edit is based on' }) base_version!: number;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

/** The text of a pending or returned edit. */
export class DocumentDraftResponse extends DocumentSnapshotResponse {
  @ApiProperty({ description: 'id of the revision', format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'the version that the edit is based on' }) base_version!: number;
  @ApiProperty({ description: 'what was changed and why; may be empty', example: 'Added an example.' }) note!: string;
  @ApiProperty({
    description: 'why the edit was returned; null while it is pending',
    type: String,
    nullable: true,
    example: 'Please add an example.',
  })
  review_note!: string | null;
  @ApiProperty({ description: 'author of the edit', format: 'uuid' }) author_id!: string;
  @ApiProperty({ example: 'Ada Lovelace' }) author_name!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export class DocumentRevisionSummaryResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({
    description: 'number of the version that it became; null for pending and rejected edits',
    type: Number,
    nullable: true,
  })
  version!: number | null;
  @ApiProperty({
    description: 'pending: waits for review; rejected: returned to its author',
    enum: revisionStates,
    enumName: 'RevisionState',
  })
  state!: RevisionState;
  @ApiProperty({ description: 'author of the edit', format: 'uuid' }) author_id!: string;
  @ApiProperty({ example: 'Ada Lovelace' }) author_name!: string;
  @ApiProperty({
    description: 'address of the avatar image; null without one',
    type: String,
    nullable: true,
    example: '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65',
  })
  author_avatar!: string | null;
  @ApiProperty({ description: 'what was changed and why; may be empty', example: 'Added an example.' }) note!: string;
  @ApiProperty({
    description: 'why a rejected edit was returned',
    type: String,
    nullable: true,
    example: 'Please add an example.',
  })
  review_note!: string | null;
  @ApiProperty({
    description: 'who approved it or requested changes; null without a review',
    type: String,
    format: 'uuid',
    nullable: true,
  })
  reviewer_id!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'Rosa Richter' }) reviewer_name!: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) reviewed_at!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ description: 'title of the document in this revision', example: 'Getting started' }) title!: string;
}

export class DocumentRevisionResponse extends DocumentRevisionSummaryResponse {
  @ApiProperty({ type: DocumentSnapshotResponse }) snapshot!: DocumentSnapshotResponse;
}
