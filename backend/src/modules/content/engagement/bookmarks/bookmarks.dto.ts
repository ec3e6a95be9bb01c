import { ApiProperty } from '@nestjs/swagger';
import { EmptyAsUndefined, ChoiceField, IdField } from '../../../../platform/http/validation/fields.js';
import { PageQuery } from '../../../../platform/http/pagination/pagination.js';
import { type ContentKind, contentKinds } from '../../audience/enums.js';
import { ContentSummaryResponse } from '../../items/item-summary.dto.js';

export class CreateBookmarkRequest {
  @ChoiceField(contentKinds, { label: 'The content type', enumName: 'ContentKind' })
  content_type!: ContentKind;

  @IdField({
    label: 'The content id',
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
    label: 'The content type',
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
