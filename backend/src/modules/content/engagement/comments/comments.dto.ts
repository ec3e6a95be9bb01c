import { ApiProperty } from '@nestjs/swagger';
import { COMMENT_MAX } from '@hub/shared/limits';
import { PASSAGE_CONTEXT_MAX, PASSAGE_QUOTE_MAX } from '@hub/shared/passages';
import {
  ChoiceField,
  FlagField,
  IdField,
  QueryFlagField,
  TextField,
} from '../../../../platform/http/validation/fields.js';
import { ObjectField } from '../../../../platform/http/validation/object-field.js';
import { PageQuery } from '../../../../platform/http/pagination/pagination.js';
import { type ContentKind, contentKinds } from '../../audience/audience.js';

const commentOrders = ['newest', 'oldest'] as const;
export type CommentOrder = (typeof commentOrders)[number];

export class CommentsQuery extends PageQuery {
  @ChoiceField(commentOrders, {
    label: 'order',
    enumName: 'CommentOrder',
    description: 'newest by default',
    optional: true,
  })
  order?: CommentOrder;

  @IdField({
    label: 'comment',
    description:
      'id of a comment: lists the page that contains it and ignores page and cursor; the Link header names that page',
    optional: true,
  })
  at?: string;

  @IdField({
    label: 'comment',
    description: 'id of a comment, which may be deleted: lists older ones and ignores page, cursor and at',
    optional: true,
  })
  before?: string;

  @IdField({
    label: 'comment',
    description: 'id of a comment, which may be deleted: lists the nearest newer ones and ignores page, at and before',
    optional: true,
  })
  after?: string;
}

export class CommentThreadsQuery extends CommentsQuery {
  @QueryFlagField({
    label: 'passages',
    description: 'whether to list only comments about a passage, or only the others',
    optional: true,
  })
  passages?: boolean;

  @QueryFlagField({
    label: 'resolved',
    description: 'whether to list only resolved comments, or only open ones',
    optional: true,
  })
  resolved?: boolean;

  @IdField({
    label: 'revision',
    description: 'id of a text in review: lists the comments of its review, which other lists omit',
    optional: true,
  })
  revision_id?: string;
}

export class FlatCommentsQuery extends CommentsQuery {
  @IdField({
    label: 'comment',
    description: 'id of a top-level comment, which may be deleted: lists only the replies below it',
    optional: true,
  })
  root_id?: string;
}

/** A passage of a text, as readers see it: without marks, white space is one space. */
export class PassageRequest {
  @TextField({ label: 'passage', description: 'its words', min: 1, max: PASSAGE_QUOTE_MAX, example: 'npm start' })
  quote!: string;

  @TextField({
    label: 'passage',
    description: 'the text right before it',
    max: PASSAGE_CONTEXT_MAX,
    trim: false,
    example: 'Start it with ',
  })
  prefix!: string;

  @TextField({
    label: 'passage',
    description: 'the text right after it',
    max: PASSAGE_CONTEXT_MAX,
    trim: false,
    example: ' and open the address.',
  })
  suffix!: string;

  @TextField({
    label: 'passage',
    description: 'heading of the section in which it begins; empty before the first one',
    max: PASSAGE_QUOTE_MAX,
    example: 'Installation',
  })
  heading!: string;
}

export class CreateCommentRequest {
  @ChoiceField(contentKinds, { label: 'contentType', enumName: 'ContentKind' })
  content_type!: ContentKind;

  @IdField({
    label: 'contentId',
    description: 'id of the document or video',
    example: '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f',
  })
  content_id!: string;

  @TextField({
    label: 'comment',
    description: 'Markdown; @handle mentions a user',
    min: 1,
    max: COMMENT_MAX,
    example: 'Thank you, @ada!',
  })
  content!: string;

  @IdField({
    label: 'commentYouAreReplyingTo',
    description: 'id of the comment that this one answers, on the same content',
    optional: true,
  })
  parent_id?: string;

  @ObjectField(PassageRequest, {
    label: 'passage',
    description: 'the passage of the document that the comment is about; not of replies',
    optional: true,
  })
  anchor?: PassageRequest;

  @IdField({
    label: 'revision',
    description:
      'id of the text in review that the comment is about: the pending edit, or the text of a document in review. ' +
      'Only the author of that text and reviewers see the comment',
    optional: true,
  })
  revision_id?: string;
}

export class ResolveCommentRequest {
  @FlagField({ label: 'resolved', description: 'false reopens the comment' })
  is_resolved!: boolean;
}

export class UpdateCommentRequest {
  @TextField({
    label: 'comment',
    description: 'Markdown; users who are mentioned for the first time get a notification',
    min: 1,
    max: COMMENT_MAX,
    example: 'Thank you, @ada and @bob!',
  })
  content!: string;
}

class CommentAuthorResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Ada Lovelace' }) name!: string;
  @ApiProperty({ description: 'what @mentions of the user contain', example: 'ada-lovelace' }) handle!: string;
  @ApiProperty({ description: 'name of the role', example: 'EDITOR' }) role!: string;
  @ApiProperty({
    description: 'address of the avatar image; null without one',
    type: String,
    nullable: true,
    example: '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65',
  })
  picture!: string | null;
  @ApiProperty({
    description: 'alias of picture',
    type: String,
    nullable: true,
    example: '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65',
  })
  avatar_url!: string | null;
}

class MentionResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Ada Lovelace' }) name!: string;
  @ApiProperty({ description: 'as in the text after the @, in any letter case', example: 'ada-lovelace' })
  handle!: string;
}

class CommentAbilitiesResponse {
  @ApiProperty({ description: 'whether the requester may edit it' }) edit!: boolean;
  @ApiProperty({ description: 'whether the requester may delete it' }) delete!: boolean;
  @ApiProperty({ description: 'whether the requester may resolve and reopen it' }) resolve!: boolean;
}

class PassageResponse {
  @ApiProperty({ description: 'its words', example: 'npm start' }) quote!: string;
  @ApiProperty({ description: 'the text right before it', example: 'Start it with ' }) prefix!: string;
  @ApiProperty({ description: 'the text right after it', example: ' and open the address.' }) suffix!: string;
  @ApiProperty({ description: 'heading of its section; empty before the first one', example: 'Installation' })
  heading!: string;
}

export class CommentResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: contentKinds, enumName: 'ContentKind' }) content_type!: ContentKind;
  @ApiProperty({ description: 'id of the document or video', format: 'uuid' }) content_id!: string;
  @ApiProperty({
    description: 'id of the top-level comment that a reply is listed below; null for top-level comments',
    type: String,
    format: 'uuid',
    nullable: true,
    example: null,
  })
  root_id!: string | null;
  @ApiProperty({
    description: 'id of the comment that a reply answers: the top-level one or another reply',
    type: String,
    format: 'uuid',
    nullable: true,
    example: null,
  })
  parent_id!: string | null;
  @ApiProperty({
    description:
      'name of the author of the answered comment; null when that is deleted or not visible to the requester',
    type: String,
    nullable: true,
    example: null,
  })
  parent_author!: string | null;
  @ApiProperty({ description: 'Markdown', example: 'Thank you, @ada-lovelace!' }) content!: string;
  @ApiProperty({ type: CommentAuthorResponse }) author!: CommentAuthorResponse;
  @ApiProperty({ description: 'users whose handles the text mentions', type: [MentionResponse] })
  mentions!: MentionResponse[];
  @ApiProperty({ description: 'hidden by a moderator: visible to its author and to moderators only' })
  is_hidden!: boolean;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ description: 'null until the first edit', type: String, format: 'date-time', nullable: true })
  edited_at!: string | null;
  @ApiProperty({ description: 'whether the last edit was made by another user than the author' })
  edited_by_moderator!: boolean;
  @ApiProperty({
    description: 'the passage that the comment is about, as the text has it now; null for other comments',
    type: PassageResponse,
    nullable: true,
  })
  anchor!: PassageResponse | null;
  @ApiProperty({ description: 'whether the passage is gone from the text; `anchor` has its last words' })
  is_outdated!: boolean;
  @ApiProperty({ description: 'null while it is open', type: String, format: 'date-time', nullable: true })
  resolved_at!: string | null;
  @ApiProperty({
    description: 'name of who resolved it; null while it is open',
    type: String,
    nullable: true,
    example: null,
  })
  resolved_by!: string | null;
  @ApiProperty({
    description: 'id of the text in review that it is about; null for other comments',
    type: String,
    format: 'uuid',
    nullable: true,
    example: null,
  })
  revision_id!: string | null;
  @ApiProperty({ type: CommentAbilitiesResponse, required: false, description: 'absent for guests' })
  abilities?: CommentAbilitiesResponse;
}

export class CommentThreadResponse {
  @ApiProperty({ description: 'id of the top-level comment', format: 'uuid' }) id!: string;
  @ApiProperty({
    description: 'null when it is deleted or not visible to the requester, and listed because of its replies',
    type: CommentResponse,
    nullable: true,
  })
  comment!: CommentResponse | null;
  @ApiProperty({ type: 'integer', description: 'number of all its replies, counted up to 1000', example: 1 })
  reply_count!: number;
  @ApiProperty({ type: 'integer', description: 'number of replies older than those in `replies`', example: 0 })
  replies_before!: number;
  @ApiProperty({
    description: 'the first replies, the oldest first, or those around the comment `at`',
    type: [CommentResponse],
  })
  replies!: CommentResponse[];
}
