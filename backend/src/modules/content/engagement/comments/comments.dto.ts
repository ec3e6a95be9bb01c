import { ApiProperty } from '@nestjs/swagger';
import { ChoiceField, IdField, TextField } from '../../../../platform/http/validation/fields.js';
import { PageQuery } from '../../../../platform/http/pagination/pagination.js';
import { type ContentKind, contentKinds } from '../../items/enums.js';

const MAX_COMMENT = 10_000;

export class CommentsQuery extends PageQuery {
  @IdField({
    label: 'The comment',
    optional: true,
    description:
      'a comment: answers the page it stands on, whatever `page` says; the Link header tells which one that is',
  })
  at?: string;

  @IdField({
    label: 'The comment',
    optional: true,
    description: 'a comment: answers those that are older, whatever `page` and `at` say; it need not be there any more',
  })
  before?: string;

  @IdField({
    label: 'The comment',
    optional: true,
    description: 'a comment: answers those that are newer, the nearest ones, whatever `page`, `at` and `before` say',
  })
  after?: string;
}

export class CreateCommentRequest {
  @ChoiceField(contentKinds, { label: 'The content type', enumName: 'ContentKind' })
  content_type!: ContentKind;

  @IdField({ label: 'The content id', example: '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f' })
  content_id!: string;

  @TextField({
    label: 'The comment',
    min: 1,
    max: MAX_COMMENT,
    description: 'Markdown; @handle mentions a person',
    example: 'Thank you, @ada!',
  })
  content!: string;
}

export class UpdateCommentRequest {
  @TextField({
    label: 'The comment',
    min: 1,
    max: MAX_COMMENT,
    description: 'Markdown; whoever is mentioned for the first time is told',
    example: 'Thank you, @ada and @bob!',
  })
  content!: string;
}

class CommentAuthorResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Ada Lovelace' }) name!: string;
  @ApiProperty({ example: 'ada-lovelace' }) handle!: string;
  @ApiProperty({ example: 'EDITOR' }) role!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65',
  })
  picture!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'the same as picture',
    example: '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65',
  })
  avatar_url!: string | null;
}

class MentionResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Ada Lovelace' }) name!: string;
  @ApiProperty({ example: 'ada-lovelace', description: 'as it stands behind the @, in any case of letters' })
  handle!: string;
}

class CommentAbilitiesResponse {
  @ApiProperty() edit!: boolean;
  @ApiProperty() delete!: boolean;
}

export class CommentResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: contentKinds, enumName: 'ContentKind' }) content_type!: ContentKind;
  @ApiProperty({ format: 'uuid' }) content_id!: string;
  @ApiProperty({ description: 'Markdown', example: 'Thank you, @ada-lovelace!' }) content!: string;
  @ApiProperty({ type: CommentAuthorResponse }) author!: CommentAuthorResponse;
  @ApiProperty({ type: [MentionResponse], description: 'people behind the handles in the text' })
  mentions!: MentionResponse[];
  @ApiProperty({ description: 'seen only by its author and moderators' }) is_hidden!: boolean;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) edited_at!: string | null;
  @ApiProperty({ description: 'the last edit was not by its author' }) edited_by_moderator!: boolean;
  @ApiProperty({ type: CommentAbilitiesResponse, required: false, description: 'absent for guests' })
  abilities?: CommentAbilitiesResponse;
}
