import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { BookmarkItemResponse } from '../engagement/bookmarks/bookmarks.dto.js';
import { CategoryResponse } from '../categories/categories.dto.js';
import { DocumentSummaryResponse } from '../documents/documents.dto.js';
import { ContentSummaryResponse } from '../items/item-summary.dto.js';
import { WorkResponse } from './work-items.dto.js';

class UserStatsResponse {
  @ApiProperty({
    description: 'number of bookmarks of content that the requester may see, counted up to 1000; 0 for guests',
  })
  bookmarks_count!: number;
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
  @ApiPropertyOptional({ type: WorkResponse, description: 'what the requester has to do; absent for guests' })
  work?: WorkResponse;
}
