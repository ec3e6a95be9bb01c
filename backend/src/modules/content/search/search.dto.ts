import { ApiProperty } from '@nestjs/swagger';
import { SEARCH_QUERY_MAX, SUGGESTION_QUERY_MAX } from '@hub/shared/limits';
import { MAX_CURSOR } from '../../../platform/http/pagination/cursor.js';
import { NextCursorProperty } from '../../../platform/http/pagination/pagination.js';
import {
  EmptyAsUndefined,
  ChoiceField,
  FlagField,
  IdField,
  NumberField,
  TextField,
} from '../../../platform/http/validation/fields.js';
import { SearchField } from '../../../platform/http/validation/search-field.js';
import { type Difficulty, difficulties, visibilities, type Visibility } from '../audience/audience.js';
import { searchTypes, type SearchType } from './search-index.service.js';
import { CategoryRefResponse } from '../categories/categories.dto.js';

export const DEFAULT_RESULTS = 20;
const MAX_RESULTS = 50;
/** Later results are not ranked. */
const MAX_PAGE = 20;

const searchScopes = ['all', ...searchTypes, 'community', 'page'] as const;
export type SearchScope = (typeof searchScopes)[number];

export class SearchRequest {
  @TextField({
    label: 'query',
    description:
      'words, "a phrase", -excluded (but not where a text has the option `-excluded`), or; required unless ' +
      'category_id ' +
      'is given',
    singleLine: true,
    max: SEARCH_QUERY_MAX,
    optional: true,
    example: 'backup restore',
  })
  query?: string;

  @IdField({ label: 'category', description: 'only content of this category', optional: true })
  category_id?: string | null;

  @EmptyAsUndefined()
  @ChoiceField(searchScopes, {
    label: 'contentType',
    description:
      'documents and videos when omitted; community: threads and replies; page: documents, videos and threads',
    enumName: 'SearchScope',
    optional: true,
  })
  content_type?: SearchScope;

  @EmptyAsUndefined()
  @ChoiceField(difficulties, { label: 'difficulty', enumName: 'Difficulty', optional: true })
  difficulty?: Difficulty;

  @NumberField({
    label: 'limit',
    min: 1,
    max: MAX_RESULTS,
    clamped: true,
    optional: true,
    description: `${DEFAULT_RESULTS} when missing; what is above ${MAX_RESULTS} counts as that`,
  })
  limit?: number;

  @NumberField({
    label: 'page',
    min: 1,
    max: MAX_PAGE,
    clamped: true,
    optional: true,
    description: `from 1; what is above ${MAX_PAGE} counts as that`,
  })
  page?: number;

  @EmptyAsUndefined()
  @TextField({
    label: 'cursor',
    description:
      '`next_cursor` of the page before, with the same query and filters: the results after that page, none skipped ' +
      'or repeated when others are added or deleted meanwhile; `page` is then ignored',
    max: MAX_CURSOR,
    optional: true,
    example: 'WyJzZWFyY2giLDAuNSwiMjAyNi0xMS0yNFQxMDowMDowMCJd',
  })
  cursor?: string;

  @FlagField({
    label: 'unfinished',
    description: 'the user is still typing: a search without results is not recorded',
    optional: true,
  })
  unfinished?: boolean;
}

export class SuggestionsQuery {
  @EmptyAsUndefined()
  @SearchField({
    description: 'the text typed so far; its last word may be incomplete. Without it, the newest titles are listed',
    max: SUGGESTION_QUERY_MAX,
    example: 'back',
  })
  q?: string;

  @EmptyAsUndefined()
  @ChoiceField(searchScopes, {
    label: 'contentType',
    description: 'all when omitted; community: threads and replies; page: documents, videos and threads',
    enumName: 'SearchScope',
    optional: true,
  })
  content_type?: SearchScope;
}

class SnippetPartResponse {
  @ApiProperty({ description: 'plain text', example: 'restored' }) text!: string;
  @ApiProperty({ description: 'whether this part is a matched word' }) match!: boolean;
}

class SearchHeadingResponse {
  @ApiProperty({ example: 'Restoring' }) title!: string;
  @ApiProperty({
    description: 'path in the frontend, with the anchor of the heading',
    example: '/docs/backups#restoring',
  })
  url!: string;
}

export const pageUnits = ['PAGE', 'SLIDE', 'SHEET'] as const;
export type PageUnit = (typeof pageUnits)[number];

export class SearchFileResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'handbook.pdf' }) name!: string;
  @ApiProperty({
    description: 'with the matched words, from 1; null where the file does not say where its pages end',
    type: Number,
    nullable: true,
    example: 12,
  })
  page!: number | null;
  @ApiProperty({ description: 'what `page` counts', enum: pageUnits, enumName: 'PageUnit' }) unit!: PageUnit;
  @ApiProperty({
    description: 'path in the frontend: the item with the file, and the page of a PDF',
    example: '/docs/backups#file-0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f-page-12',
  })
  url!: string;
}

/** Counters and state of a result, from the module it comes from. */
export class SearchDetails {
  @ApiProperty({ description: 'null for content without a category', type: CategoryRefResponse, nullable: true })
  category!: CategoryRefResponse | null;
  @ApiProperty() view_count!: number;
  @ApiProperty() like_count!: number;
  @ApiProperty({
    description: 'null for types without one',
    type: String,
    nullable: true,
    enum: difficulties,
    enumName: 'Difficulty',
  })
  difficulty!: Difficulty | null;
  @ApiProperty({ description: 'null for types without one', type: String, nullable: true, example: 'PUBLISHED' })
  status!: string | null;
  @ApiProperty({
    description: 'null for types without one',
    type: String,
    nullable: true,
    enum: visibilities,
    enumName: 'Visibility',
  })
  visibility!: Visibility | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ description: 'null for types without one', type: String, format: 'date-time', nullable: true })
  updated_at!: string | null;
  @ApiProperty({ description: 'null for types without one', type: String, format: 'date-time', nullable: true })
  published_at!: string | null;
}

export class SearchResultResponse extends SearchDetails {
  @ApiProperty({ enum: searchTypes, enumName: 'SearchType' }) type!: SearchType;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Backups with PostgreSQL' }) title!: string;
  @ApiProperty({ description: 'plain text; may be empty', example: 'How copies are kept, and brought back.' })
  summary!: string;
  @ApiProperty({ description: 'path in the frontend', example: '/docs/backups' }) url!: string;
  @ApiProperty({
    description: 'the heading of the section with the matched words; null outside of such sections',
    type: SearchHeadingResponse,
    nullable: true,
  })
  heading!: SearchHeadingResponse | null;
  @ApiProperty({
    description: 'the attached file with the matched words, where the own text of the result lacks some; else null',
    type: SearchFileResponse,
    nullable: true,
  })
  file!: SearchFileResponse | null;
  @ApiProperty({
    description: 'the text around the matched words, as plain text in parts',
    type: [SnippetPartResponse],
  })
  snippet!: SnippetPartResponse[];
}

export class SearchResponse {
  @ApiProperty({ type: [SearchResultResponse] }) results!: SearchResultResponse[];
  @ApiProperty({ description: 'number of results, counted up to 1000' }) total!: number;
  @ApiProperty({ description: 'whether there may be more results than total' }) total_capped!: boolean;
  @ApiProperty({
    description:
      'the corrected query: nothing matches the given one, and the results are those of the correction; null otherwise',
    type: String,
    nullable: true,
    example: 'kubernetes',
  })
  did_you_mean!: string | null;
  @NextCursorProperty() next_cursor!: string | null;
}

export class SuggestionResponse {
  @ApiProperty({ enum: searchTypes, enumName: 'SearchType' }) type!: SearchType;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Backups with PostgreSQL' }) title!: string;
  @ApiProperty({ description: 'path in the frontend', example: '/docs/backups' }) url!: string;
  @ApiProperty({
    description: 'of a user, what @mentions contain; null for all other types',
    type: String,
    nullable: true,
    example: 'anna-2',
  })
  handle!: string | null;
}
