import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  type ContentKind,
  contentKinds,
  type ContentStatus,
  contentStatuses,
  visibilities,
  type Visibility,
} from '../audience/audience.js';
import { BookmarkItemResponse } from '../engagement/reactions/reactions.dto.js';
import { CategoryResponse } from '../categories/categories.dto.js';
import { DocumentSummaryResponse } from '../documents/documents.dto.js';
import { PageRefResponse } from '../items/item-trail.js';
import { ContentSummaryResponse } from '../items/item-summary.dto.js';

export class WorkItemResponse {
  @ApiProperty({ enum: contentKinds, enumName: 'ContentKind' }) type!: ContentKind;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Getting started' }) title!: string;
  @ApiProperty({ description: 'path in the frontend', example: '/docs/getting-started' }) url!: string;
  @ApiProperty({ enum: contentStatuses, enumName: 'ContentStatus' }) status!: ContentStatus;
  @ApiProperty({ enum: visibilities, enumName: 'Visibility' }) visibility!: Visibility;
  @ApiProperty({ description: 'whether it is an edit of a published item rather than the item' }) is_edit!: boolean;
  @ApiProperty({ description: 'who submitted the item or wrote the edit', example: 'Ada Lovelace' })
  user_name!: string;
  @ApiProperty({
    description: 'what the author wrote about an edit, or why changes were requested; may be empty',
    example: 'Please add a source.',
  })
  note!: string;
  @ApiProperty({ description: 'when the text was written', format: 'date-time' }) changed_at!: string;
}

class WorkListResponse {
  @ApiProperty({ type: [WorkItemResponse], description: 'at most 4' }) items!: WorkItemResponse[];
  @ApiProperty({ description: 'number of all, counted up to a few hundred', example: 4 }) total!: number;
}

export class WorkResponse {
  @ApiProperty({
    type: WorkListResponse,
    description:
      'items and edits of other users that await a review by the requester, the oldest first; empty for who may ' +
      'publish nothing of others',
  })
  review!: WorkListResponse;
  @ApiProperty({
    type: WorkListResponse,
    description: "the requester's drafts and edits for which changes were requested, the latest first",
  })
  changes_requested!: WorkListResponse;
  @ApiProperty({ type: WorkListResponse, description: "the requester's other drafts, the latest first" })
  drafts!: WorkListResponse;
}

class UserStatsResponse {
  @ApiProperty({
    description: 'number of bookmarks of content that the requester may see, counted up to 1000; 0 for guests',
  })
  bookmarks_count!: number;
}

class SeriesRefResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Onboarding' }) name!: string;
  @ApiProperty({ description: 'an emoji or the name of an icon; may be empty', example: '🧭' }) icon!: string;
  @ApiProperty({ description: '#RRGGBB', example: '#3B82F6' }) color!: string;
}

export class BegunSeriesResponse {
  @ApiProperty({ type: SeriesRefResponse }) category!: SeriesRefResponse;
  @ApiProperty({ description: 'the first page that is not done, in reading order', type: PageRefResponse })
  page!: PageRefResponse;
  @ApiProperty({ description: 'number of pages that the requester has read or watched to the end', example: 3 })
  done!: number;
  @ApiProperty({ description: 'number of pages that the requester may see', example: 8 }) total!: number;
}

export class HomeResponse {
  @ApiProperty({ type: UserStatsResponse }) user_stats!: UserStatsResponse;
  @ApiProperty({ type: [DocumentSummaryResponse], description: 'at most 3, the latest published first' })
  recent_documents!: DocumentSummaryResponse[];
  @ApiProperty({ type: [ContentSummaryResponse], description: 'at most 3, the latest published first' })
  recent_videos!: ContentSummaryResponse[];
  @ApiProperty({ type: [BookmarkItemResponse], description: 'at most 4, the latest first; none for guests' })
  user_bookmarks!: BookmarkItemResponse[];
  @ApiProperty({
    description: 'at most 8, in their order; only those with content that the requester may see',
    type: [CategoryResponse],
  })
  categories!: CategoryResponse[];
  @ApiProperty({
    description: 'at most 3 series that the requester has begun and not finished, the latest first; none for guests',
    type: [BegunSeriesResponse],
  })
  continue!: BegunSeriesResponse[];
  @ApiPropertyOptional({ type: WorkResponse, description: 'what the requester has to do; absent for guests' })
  work?: WorkResponse;
}
