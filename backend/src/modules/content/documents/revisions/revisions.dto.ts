import { ApiProperty } from '@nestjs/swagger';
import { ChoiceField, IdField, NumberField, TextField } from '../../../../platform/http/validation/fields.js';
import { type Difficulty, difficulties, visibilities, type Visibility } from '../../items/enums.js';
import { type RevisionState, revisionStates } from './document-revision.entity.js';

export const NOTE_MAX = 500;
const VERSION_MAX = 2_147_483_647;

export const reviewActions = ['approve', 'request_changes'] as const;
export type ReviewAction = (typeof reviewActions)[number];

export class ReviewDocumentRequest {
  @ChoiceField(reviewActions, { label: 'The action', enumName: 'ReviewDocumentRequestAction' })
  action!: ReviewAction;

  @TextField({
    label: 'The note',
    max: NOTE_MAX,
    optional: true,
    description: 'for the author; required with request_changes',
    example: 'Please add an example.',
  })
  note?: string;

  @IdField({
    label: 'The revision',
    optional: true,
    description: 'the pending revision that was read; another one by now → 409',
  })
  revision_id?: string | null;

  @NumberField({
    label: 'The version',
    min: 1,
    max: VERSION_MAX,
    optional: true,
    description: 'the version of the document that was read; another one by now → 409',
  })
  version?: number;
}

export class RestoreDocumentRevisionRequest {
  @NumberField({
    label: 'The version',
    min: 1,
    max: VERSION_MAX,
    optional: true,
    description: 'the version this is based on, not the one to restore; a stale one → 409',
  })
  version?: number;
}

/** Every editable field of a document, as it was. */
export class DocumentSnapshotResponse {
  @ApiProperty({ example: 'Getting started' }) title!: string;
  @ApiProperty({ example: 'getting-started' }) slug!: string;
  @ApiProperty({ example: 'What the hub is for, and your first steps in it.' }) summary!: string;
  @ApiProperty({ description: 'markdown', example: '# Hello\n\nWelcome.' }) content!: string;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) category_id!: string | null;
  @ApiProperty({ enum: difficulties, enumName: 'Difficulty' }) difficulty!: Difficulty;
  @ApiProperty({ enum: visibilities, enumName: 'Visibility' }) visibility!: Visibility;
  @ApiProperty({ type: [String], example: ['onboarding', 'PostgreSQL'] }) tags!: string[];
  @ApiProperty({ example: 'Getting started with the hub' }) meta_title!: string;
  @ApiProperty({ example: 'First steps for new colleagues.' }) meta_description!: string;
}

/** An edit of a published document that waits for review. */
export class PendingRevisionResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) author_id!: string;
  @ApiProperty({ example: 'Ada Lovelace' }) author_name!: string;
  @ApiProperty({ description: 'may be empty', example: 'Added an example.' }) note!: string;
  @ApiProperty({ description: 'the version it started from' }) base_version!: number;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

/** The text of an edit that waits, or was sent back. */
export class DocumentDraftResponse extends DocumentSnapshotResponse {
  @ApiProperty({ format: 'uuid', description: 'of the revision' }) id!: string;
  @ApiProperty({ description: 'the version it started from' }) base_version!: number;
  @ApiProperty({ description: 'may be empty', example: 'Added an example.' }) note!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'why it was sent back; null while it waits',
    example: 'Please add an example.',
  })
  review_note!: string | null;
  @ApiProperty({ format: 'uuid' }) author_id!: string;
  @ApiProperty({ example: 'Ada Lovelace' }) author_name!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export class DocumentRevisionSummaryResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'the version of the document this became; null while pending and when rejected',
  })
  version!: number | null;
  @ApiProperty({ enum: revisionStates, enumName: 'RevisionState' }) state!: RevisionState;
  @ApiProperty({ format: 'uuid' }) author_id!: string;
  @ApiProperty({ example: 'Ada Lovelace' }) author_name!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65',
  })
  author_avatar!: string | null;
  @ApiProperty({ description: 'what its author says of it; may be empty', example: 'Added an example.' }) note!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'of a rejected one, why it was sent back',
    example: 'Please add an example.',
  })
  review_note!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ example: 'Getting started' }) title!: string;
}

export class DocumentRevisionResponse extends DocumentRevisionSummaryResponse {
  @ApiProperty({ type: DocumentSnapshotResponse }) snapshot!: DocumentSnapshotResponse;
}
