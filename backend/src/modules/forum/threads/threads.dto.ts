import { ApiProperty } from '@nestjs/swagger';
import { POST_MAX, SPLIT_POSTS_MAX, TAG_MAX, THREAD_TAGS_MAX, THREAD_TITLE_MAX } from '@hub/shared/limits';
import { CursorQuery, NextCursorProperty, PageNumberQuery } from '../../../platform/http/pagination/pagination.js';
import {
  ChoiceField,
  EmptyAsUndefined,
  FlagField,
  IdField,
  IdListField,
  NumberField,
  TextField,
  TextListField,
} from '../../../platform/http/validation/fields.js';
import { AboutItemField, AboutItemRequest, AboutItemResponse } from './about-item.dto.js';

const threadSorts = ['activity', 'newest', 'views', 'replies'] as const;
export type ThreadSort = (typeof threadSorts)[number];

const PLACE = 'WzAsIjIwMjYtMTEtMjIiXQ';
const THREAD_ID = { format: 'uuid', example: '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f' };

export class ThreadsQuery extends PageNumberQuery {
  @EmptyAsUndefined()
  @ChoiceField(threadSorts, {
    label: 'order',
    description: 'after pinned threads, always descending; activity when omitted',
    enumName: 'ThreadSort',
    optional: true,
  })
  sort?: ThreadSort;

  @EmptyAsUndefined()
  @TextField({ label: 'tag', singleLine: true, max: TAG_MAX, optional: true, example: 'backup' })
  tag?: string;

  @EmptyAsUndefined()
  @ChoiceField(['true', 'false'] as const, {
    label: 'solved',
    description: 'only threads that are solved, or only those that are not',
    enumName: 'SolvedFilter',
    optional: true,
  })
  solved?: 'true' | 'false';

  @EmptyAsUndefined()
  @TextField({
    label: 'place',
    description: '`next` of another page: the threads after it; `page` is then only repeated in the response',
    max: 200,
    optional: true,
    example: PLACE,
  })
  after?: string;

  @EmptyAsUndefined()
  @TextField({
    label: 'place',
    description: '`previous` of another page: the threads before it; `page` is then only repeated in the response',
    max: 200,
    optional: true,
    example: PLACE,
  })
  before?: string;
}

export const threadFilters = ['latest', 'unread', 'unanswered', 'following'] as const;
export type ThreadFilter = (typeof threadFilters)[number];

export class ThreadOverviewQuery extends CursorQuery {
  @EmptyAsUndefined()
  @ChoiceField(threadFilters, {
    label: 'filter',
    description:
      'latest when omitted; unread: with posts that the user has not read, of the 100 latest threads of each ' +
      'category; ' +
      'unanswered: without replies and not locked; following: that the user watches',
    enumName: 'ThreadFilter',
    optional: true,
  })
  filter?: ThreadFilter;

  @EmptyAsUndefined()
  @IdField({ label: 'category', description: 'only threads of this one', optional: true })
  category_id?: string;

  @EmptyAsUndefined()
  @IdField({
    label: 'categoryOfDocumentsAndVideos',
    description: 'only threads about those of its items that the requester may see',
    optional: true,
  })
  about_category_id?: string;
}

const TITLE = {
  label: 'title',
  singleLine: true,
  min: 1,
  max: THREAD_TITLE_MAX,
  example: 'How do I restore a backup?',
} as const;
const TAGS = { label: 'tags', maxItems: THREAD_TAGS_MAX, max: TAG_MAX, optional: true, example: ['backup'] } as const;

export class CreateThreadRequest {
  @TextField(TITLE)
  title!: string;

  @TextField({
    label: 'content',
    description: 'of the Original Post; Markdown, @handle mentions a user',
    min: 1,
    max: POST_MAX,
    example: 'I have a file of yesterday. What next?',
  })
  content!: string;

  @TextListField(TAGS)
  tags?: string[];

  @AboutItemField()
  about?: AboutItemRequest | null;
}

/** What is omitted stays as it is. */
export class UpdateThreadRequest {
  @TextField({ ...TITLE, optional: true })
  title?: string;

  @TextListField(TAGS)
  tags?: string[];

  @IdField({ label: 'category', description: 'moves the thread; requires `forum.moderate`', optional: true })
  category_id?: string;

  @FlagField({ label: 'pinned', description: 'requires `forum.moderate`', optional: true })
  is_pinned?: boolean;

  @FlagField({ label: 'locked', description: 'requires `forum.moderate`', optional: true })
  is_locked?: boolean;

  @FlagField({
    label: 'solved',
    description: 'requires `forum.moderate`; false also removes the solution',
    optional: true,
  })
  is_solved?: boolean;
}

export class SetSolutionRequest {
  @IdField({ label: 'post', description: 'a reply of the thread; null removes the solution', optional: true })
  post_id?: string | null;
}

export class MarkReadRequest {
  @NumberField({ label: 'number', description: 'of the last post that was read', min: 1, max: 2_147_483_647 })
  number!: number;
}

export class ThreadSummaryResponse {
  @ApiProperty(THREAD_ID) id!: string;
  @ApiProperty({ format: 'uuid' }) category_id!: string;
  @ApiProperty({ example: 'How do I restore a backup?' }) title!: string;
  @ApiProperty({ type: [String], example: ['backup'] }) tags!: string[];
  @ApiProperty() is_pinned!: boolean;
  @ApiProperty({ description: 'takes no new replies' }) is_locked!: boolean;
  @ApiProperty() is_solved!: boolean;
  @ApiProperty() view_count!: number;
  @ApiProperty({ description: 'posts that are neither deleted nor hidden, with the Original Post' })
  post_count!: number;
  @ApiProperty({ description: 'the highest number of a post' }) last_number!: number;
  @ApiProperty({ format: 'uuid' }) author_id!: string;
  @ApiProperty({ example: 'Ada Lovelace' }) author_name!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ description: 'name of the author of the last post', example: 'Ada Lovelace' })
  last_post_author!: string;
  @ApiProperty({ format: 'date-time' }) last_post_at!: string;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'number of the first post that the user has not read; null when all are read, were written before the user ' +
      'joined or are marked as read; absent for guests',
    required: false,
  })
  first_unread?: number | null;
}

export class ThreadListResponse {
  @ApiProperty({ type: [ThreadSummaryResponse] }) threads!: ThreadSummaryResponse[];
  @ApiProperty({ description: 'number of pages' }) pages!: number;
  @ApiProperty({ description: 'number of this page' }) page!: number;
  @ApiProperty({ description: 'number of threads' }) total!: number;
  @ApiProperty({ description: 'whether counting stopped at `total` and there may be more' }) is_capped!: boolean;
  @ApiProperty({
    type: String,
    nullable: true,
    description: '`after` of the next page; null on the last one',
    example: PLACE,
  })
  next!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: '`before` of the previous page; null on the first one',
    example: PLACE,
  })
  previous!: string | null;
}

class ThreadCategoryResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Questions' }) name!: string;
  @ApiProperty({ example: '❓' }) icon!: string;
  @ApiProperty({ example: '#3B82F6' }) color!: string;
  @ApiProperty({ type: String, nullable: true, example: 'Community' }) parent_name!: string | null;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) parent_category_id!: string | null;
  @ApiProperty({ description: 'only some groups read what is in it' }) is_restricted!: boolean;
  @ApiProperty({ type: [String], description: 'names of these groups; empty: administrators only', example: ['Sales'] })
  restricted_to!: string[];
}

export class ListedThreadResponse extends ThreadSummaryResponse {
  @ApiProperty({ type: ThreadCategoryResponse }) category!: ThreadCategoryResponse;
}

export class ThreadOverviewResponse {
  @ApiProperty({ type: [ListedThreadResponse] }) threads!: ListedThreadResponse[];
  @NextCursorProperty() next_cursor!: string | null;
}

class ThreadAbilities {
  @ApiProperty() reply!: boolean;
  @ApiProperty({ description: 'title and tags' }) edit!: boolean;
  @ApiProperty() delete!: boolean;
  @ApiProperty({ description: 'mark a reply as the solution' }) solve!: boolean;
  @ApiProperty({ description: 'pin, lock and move, and mark as solved without a solution' }) moderate!: boolean;
}

export class ThreadResponse extends ListedThreadResponse {
  @ApiProperty({ description: 'number of pages of posts' }) pages!: number;
  @ApiProperty({ description: 'only its author and moderators see it' }) is_hidden!: boolean;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) edited_at!: string | null;
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'post that solved it' })
  solution_post_id!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'number of that post' }) solution_number!: number | null;
  @ApiProperty({
    type: 'integer',
    required: false,
    description: 'number of the last post that the user has read, 0 without one; absent for guests',
  })
  last_read?: number;
  @ApiProperty({
    type: AboutItemResponse,
    nullable: true,
    description:
      'the document or video that it is about, its own when others were merged into it; null also when the requester ' +
      'may not see that',
  })
  about!: AboutItemResponse | null;
  @ApiProperty({ required: false, description: 'whether the user is notified of replies; absent for guests' })
  is_watched?: boolean;
  @ApiProperty({ type: ThreadAbilities, required: false, description: 'absent for guests' })
  abilities?: ThreadAbilities;
}

export class ForumStatsResponse {
  @ApiProperty({ description: 'threads that are neither deleted nor hidden' }) threads!: number;
  @ApiProperty({ description: 'posts of those threads' }) posts!: number;
  @ApiProperty() categories!: number;
  @ApiProperty({ required: false, description: "the user's posts that are not deleted; absent for guests" })
  own_posts?: number;
}

export class SplitThreadRequest {
  @IdListField({
    label: 'posts',
    description: 'replies of the thread; the one with the lowest number becomes the Original Post of the new thread',
    maxItems: SPLIT_POSTS_MAX,
    example: ['0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f'],
  })
  post_ids!: string[];

  @TextField({
    label: 'title',
    description: 'of the new thread',
    singleLine: true,
    min: 1,
    max: THREAD_TITLE_MAX,
    example: 'How often should backups run?',
  })
  title!: string;

  @IdField({ label: 'category', description: 'of the new thread; that of the thread when omitted', optional: true })
  category_id?: string | null;
}

export class MergeThreadRequest {
  @IdField({ label: 'thread', description: 'to which the posts are added' })
  target_id!: string;
}
