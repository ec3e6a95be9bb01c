import { ApiProperty } from '@nestjs/swagger';
import { ChoiceField, FlagField, IdField, EmptyAsUndefined } from '../../../../platform/http/validation/fields.js';
import { type ContentKind, contentKinds } from '../../audience/audience.js';
import { type ReactionType, reactionTypes } from '../../items/item.js';
import { PageQuery } from '../../../../platform/http/pagination/pagination.js';
import { ContentSummaryResponse } from '../../items/item-summary.dto.js';

export class ReactRequest {
  @ChoiceField(contentKinds, { label: 'contentType', enumName: 'ContentKind' })
  content_type!: ContentKind;

  @IdField({
    label: 'contentId',
    description: 'id of the document or video',
    example: '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f',
  })
  content_id!: string;

  @ChoiceField(reactionTypes, { label: 'reactionType', enumName: 'ReactionType' })
  reaction_type!: ReactionType;

  @FlagField({ label: 'active', description: 'the state to set; omitted: toggle', optional: true })
  active?: boolean;
}

export class ReactionResponse {
  @ApiProperty({ enum: contentKinds, enumName: 'ContentKind' }) content_type!: ContentKind;
  @ApiProperty({ description: 'id of the document or video', format: 'uuid' }) content_id!: string;
  @ApiProperty({ enum: reactionTypes, enumName: 'ReactionType' }) reaction_type!: ReactionType;
  @ApiProperty({ description: 'whether the requester has this reaction now' }) active!: boolean;
  @ApiProperty({ example: 12 }) like_count!: number;
  @ApiProperty({ example: 4 }) helpful_count!: number;
  @ApiProperty({ example: 7 }) bookmark_count!: number;
  @ApiProperty({ example: 0 }) confused_count!: number;
}

export class OwnReactionsResponse {
  @ApiProperty({ enum: contentKinds, enumName: 'ContentKind' }) content_type!: ContentKind;
  @ApiProperty({ description: 'id of the document or video', format: 'uuid' }) content_id!: string;
  @ApiProperty({ enum: reactionTypes, enumName: 'ReactionType', isArray: true, example: ['LIKE', 'BOOKMARK'] })
  reactions!: ReactionType[];
}

export class CreateBookmarkRequest {
  @ChoiceField(contentKinds, { label: 'contentType', enumName: 'ContentKind' })
  content_type!: ContentKind;

  @IdField({
    label: 'contentId',
    description: 'id of the document or video',
    example: '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f',
  })
  content_id!: string;
}

export class BookmarkResponse {
  @ApiProperty({ description: 'id of the bookmark', format: 'uuid' }) id!: string;
  @ApiProperty({ enum: contentKinds, enumName: 'ContentKind' }) content_type!: ContentKind;
  @ApiProperty({ description: 'id of the document or video', format: 'uuid' }) content_id!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export class BookmarksQuery extends PageQuery {
  @EmptyAsUndefined()
  @ChoiceField(contentKinds, {
    label: 'contentType',
    description: 'only bookmarks of this type',
    optional: true,
    enumName: 'ContentKind',
  })
  content_type?: ContentKind;
}

export class BookmarkItemResponse {
  @ApiProperty({ description: 'id of the bookmark', format: 'uuid' }) id!: string;
  @ApiProperty({ enum: contentKinds, enumName: 'ContentKind' })
  type!: ContentKind;
  @ApiProperty({ type: ContentSummaryResponse }) content!: ContentSummaryResponse;
  @ApiProperty({ format: 'date-time' }) bookmarked_at!: string;
}

export class BookmarksResponse {
  @ApiProperty({ type: [BookmarkItemResponse] }) items!: BookmarkItemResponse[];
}
