import { ApiProperty } from '@nestjs/swagger';
import { COMMENT_MAX } from '@hub/shared/limits';
import { ChoiceField, IdField, TextField } from '../../../../platform/http/validation/fields.js';
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

export class FlatCommentsQuery extends CommentsQuery {
  @IdField({
    label: 'comment',
    description: 'id of a top-level comment, which may be deleted: lists only the replies below it',
    optional: true,
  })
  root_id?: string;
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
