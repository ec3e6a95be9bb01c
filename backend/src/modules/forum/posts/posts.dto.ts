import { ApiProperty } from '@nestjs/swagger';
import { POST_MAX } from '@hub/shared/limits';
import { IdField, TextField } from '../../../platform/http/validation/fields.js';
import { type PostReactionType, postReactionTypes } from '../shared/forum-limits.js';

const CONTENT = {
  label: 'content',
  description: 'Markdown; @handle mentions a user',
  min: 1,
  max: POST_MAX,
  example: 'Thank you, @ada!',
} as const;

export class CreatePostRequest {
  @TextField(CONTENT)
  content!: string;

  @IdField({ label: 'post', description: 'the post of this thread that it replies to', optional: true })
  reply_to_id?: string | null;
}

export class UpdatePostRequest {
  @TextField(CONTENT)
  content!: string;
}

class MentionedUserResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Ada Lovelace' }) name!: string;
  @ApiProperty({ example: 'ada-lovelace' }) handle!: string;
}

class RepliedPostResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() number!: number;
  @ApiProperty({ example: 'Ada Lovelace' }) author_name!: string;
}

/** A document that was made of a post. */
export class PostDocumentResponse {
  @ApiProperty({ format: 'uuid', example: '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f' }) id!: string;
  @ApiProperty({ example: 'how-do-i-restore-a-backup' }) slug!: string;
  @ApiProperty({ example: 'How do I restore a backup?' }) title!: string;
}

export class MadePostDocumentResponse extends PostDocumentResponse {
  @ApiProperty({ description: 'false: the requester had made a document of this post before' }) is_new!: boolean;
}

class PostAbilities {
  @ApiProperty() edit!: boolean;
  @ApiProperty() delete!: boolean;
  @ApiProperty({ description: 'add reactions to it' }) react!: boolean;
  @ApiProperty({ description: 'make a document of it' }) make_document!: boolean;
}

export class PostResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) thread_id!: string;
  @ApiProperty({ description: 'place in the thread, from 1; changes only when the post is moved to another thread' })
  number!: number;
  @ApiProperty({ description: 'Markdown; empty when the post is deleted or hidden', example: 'Thank you, @ada!' })
  content!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) edited_at!: string | null;
  @ApiProperty({ description: 'whether the last edit was not by its author' }) edited_by_moderator!: boolean;
  @ApiProperty({ description: 'only a placeholder is left' }) is_deleted!: boolean;
  @ApiProperty({ description: 'only its author and moderators see the content' }) is_hidden!: boolean;
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description:
      'null in placeholders of posts that are deleted or hidden from the user; the other author fields are empty',
  })
  author_id!: string | null;
  @ApiProperty({ example: 'Ada Lovelace' }) author_name!: string;
  @ApiProperty({ example: 'ada-lovelace' }) author_handle!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'address of the image',
    example: '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65',
  })
  author_avatar!: string | null;
  @ApiProperty({ description: 'name of the role', example: 'EDITOR' }) author_role!: string;
  @ApiProperty({ example: 'Vienna' }) author_location!: string;
  @ApiProperty({ description: "number of the author's forum posts" }) author_post_count!: number;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) author_join_date!: string | null;
  @ApiProperty({ description: 'Markdown', example: 'Ada' }) author_signature!: string;
  @ApiProperty({ description: 'whether the role of the author is shown' }) show_role_badge!: boolean;
  @ApiProperty({ type: RepliedPostResponse, nullable: true }) reply_to!: RepliedPostResponse | null;
  @ApiProperty({ type: [MentionedUserResponse] }) mentions!: MentionedUserResponse[];
  @ApiProperty() like_count!: number;
  @ApiProperty() helpful_count!: number;
  @ApiProperty({
    enum: postReactionTypes,
    enumName: 'PostReactionType',
    isArray: true,
    required: false,
    description: "the user's own; absent for guests",
  })
  own_reactions?: PostReactionType[];
  @ApiProperty({ description: 'marked as the solution of the thread' }) is_solution!: boolean;
  @ApiProperty({
    type: [PostDocumentResponse],
    description: 'documents that were made of it, as far as the requester may see them',
  })
  documents!: PostDocumentResponse[];
  @ApiProperty({ type: PostAbilities, required: false, description: 'absent for guests' }) abilities?: PostAbilities;
}

class PostTargetResponse {
  @ApiProperty({ format: 'uuid' }) thread_id!: string;
  @ApiProperty({ description: 'of the thread', example: 'How often should backups run?' }) title!: string;
  @ApiProperty({ description: 'number of the post there' }) number!: number;
}

export class MovedPostResponse {
  @ApiProperty({ description: 'number that the post had in this thread' }) number!: number;
  @ApiProperty({
    type: PostTargetResponse,
    nullable: true,
    description: 'where it is now; null when it was deleted or the requester may not see it',
  })
  moved_to!: PostTargetResponse | null;
}

export class PostListResponse {
  @ApiProperty({ type: [PostResponse] }) posts!: PostResponse[];
  @ApiProperty({ type: [MovedPostResponse], description: 'posts of this page that were moved to another thread' })
  moved!: MovedPostResponse[];
  @ApiProperty({ description: 'number of pages' }) pages!: number;
  @ApiProperty({ description: 'number of this page' }) page!: number;
  @ApiProperty({ description: 'posts that are neither deleted nor hidden, with the Original Post' }) total!: number;
}

export class PostEditResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'the text before the edit', example: 'Thank you!' }) content!: string;
  @ApiProperty({ description: 'who edited it', example: 'Ada Lovelace' }) editor_name!: string;
  @ApiProperty({ format: 'uuid' }) editor_id!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export class PostPlaceResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid', description: 'the thread that the post is in now' }) thread_id!: string;
  @ApiProperty({ description: 'its number there' }) number!: number;
}
