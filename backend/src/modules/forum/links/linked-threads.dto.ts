import { ApiProperty } from '@nestjs/swagger';
import { THREAD_TITLE_MAX } from '@hub/shared/limits';
import { EmptyAsUndefined, TextField } from '../../../platform/http/validation/fields.js';

const contentThreadKinds = ['DISCUSSION', 'SOURCE'] as const;
type ContentThreadKind = (typeof contentThreadKinds)[number];

/** A thread as it is listed on the page of a document or video. */
export class LinkedThreadResponse {
  @ApiProperty({ format: 'uuid', example: '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f' }) id!: string;
  @ApiProperty({
    enum: contentThreadKinds,
    enumName: 'ContentThreadKind',
    description: 'DISCUSSION: the thread is about the item; SOURCE: the document was made of a post of the thread',
  })
  kind!: ContentThreadKind;
  @ApiProperty({ example: 'How do I restore a backup?' }) title!: string;
  @ApiProperty() is_solved!: boolean;
  @ApiProperty({ description: 'takes no new replies' }) is_locked!: boolean;
  @ApiProperty({ description: 'posts that are neither deleted nor hidden, with the Original Post', example: 4 })
  post_count!: number;
  @ApiProperty({ format: 'date-time' }) last_post_at!: string;
  @ApiProperty({ description: 'name of the author of the last post', example: 'Ada Lovelace' })
  last_post_author!: string;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'of a DISCUSSION of a video: the second that it is about',
    example: 754,
  })
  second!: number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'of a SOURCE: number of the post', example: 2 })
  post_number!: number | null;
}

export const similarTypes = ['thread', 'document', 'video'] as const;
type SimilarType = (typeof similarTypes)[number];

export class SimilarQuery {
  @EmptyAsUndefined()
  @TextField({
    label: 'title',
    description: 'the title typed so far',
    singleLine: true,
    max: THREAD_TITLE_MAX,
    optional: true,
    example: 'How do I restore a backup?',
  })
  title?: string;
}

export class SimilarItemResponse {
  @ApiProperty({ enum: similarTypes, enumName: 'SimilarItemType' }) type!: SimilarType;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Backups with PostgreSQL' }) title!: string;
  @ApiProperty({ description: 'path in the frontend', example: '/docs/backups' }) url!: string;
  @ApiProperty({ type: 'boolean', description: 'null for documents and videos', nullable: true })
  is_solved!: boolean | null;
  @ApiProperty({ type: 'integer', description: 'null for documents and videos', nullable: true })
  reply_count!: number | null;
}
