import { ApiProperty } from '@nestjs/swagger';
import {
  EmptyAsUndefined,
  ChoiceField,
  FlagField,
  IdField,
  NumberField,
  TextField,
} from '../../../platform/http/validation/fields.js';
import { type Difficulty, difficulties } from '../items/enums.js';
import { searchTypes, type SearchType } from './search-entry.js';

export const DEFAULT_RESULTS = 20;
export const MAX_RESULTS = 50;
/** Beyond this nobody reads on, and no more are ranked. */
const MAX_PAGE = 20;

const searchScopes = ['all', ...searchTypes] as const;
export type SearchScope = (typeof searchScopes)[number];

export class SearchRequest {
  @TextField({
    label: 'The query',
    singleLine: true,
    max: 200,
    optional: true,
    description: 'words, "a phrase", -without, or; required, unless category_id is given',
    example: 'backup restore',
  })
  query?: string;

  @IdField({ label: 'The category', optional: true })
  category_id?: string | null;

  @EmptyAsUndefined()
  @ChoiceField(searchScopes, {
    label: 'The content type',
    enumName: 'SearchScope',
    optional: true,
    description: 'documents and videos when missing',
  })
  content_type?: SearchScope;

  @EmptyAsUndefined()
  @ChoiceField(difficulties, { label: 'The difficulty', enumName: 'Difficulty', optional: true })
  difficulty?: Difficulty;

  @NumberField({
    label: 'The limit',
    min: 1,
    max: MAX_RESULTS,
    clamped: true,
    optional: true,
    description: `${DEFAULT_RESULTS} when missing; what is above ${MAX_RESULTS} counts as that`,
  })
  limit?: number;

  @NumberField({
    label: 'The page',
    min: 1,
    max: MAX_PAGE,
    clamped: true,
    optional: true,
    description: `from 1; what is above ${MAX_PAGE} counts as that`,
  })
  page?: number;

  @FlagField({
    label: 'Unfinished',
    optional: true,
    description: 'the person still types: that nothing was found is then not noted',
  })
  unfinished?: boolean;
}

export class SuggestionsQuery {
  @EmptyAsUndefined()
  @TextField({
    label: 'The search text',
    singleLine: true,
    max: 100,
    optional: true,
    description: 'what is typed so far; its last word may be unfinished',
    example: 'back',
  })
  q?: string;

  @EmptyAsUndefined()
  @ChoiceField(searchScopes, {
    label: 'The content type',
    enumName: 'SearchScope',
    optional: true,
    description: 'all when missing',
  })
  content_type?: SearchScope;
}

class SearchCategoryResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Operations' }) title!: string;
  @ApiProperty({ description: 'the same as title', example: 'Operations' }) name!: string;
  @ApiProperty({ example: '🛠️' }) icon!: string;
  @ApiProperty({ example: '#B45309' }) color!: string;
}

class SnippetPartResponse {
  @ApiProperty({ example: 'restored' }) text!: string;
  @ApiProperty({ description: 'whether this is one of the words that were found' }) match!: boolean;
}

class SearchHeadingResponse {
  @ApiProperty({ example: 'Restoring' }) title!: string;
  @ApiProperty({ example: '/docs/backups#restoring' }) url!: string;
}

/** What a result shows of its own counters and state; asked of the module it comes from. */
export class SearchDetails {
  @ApiProperty({ type: SearchCategoryResponse, nullable: true }) category!: SearchCategoryResponse | null;
  @ApiProperty() view_count!: number;
  @ApiProperty() like_count!: number;
  @ApiProperty({ type: String, nullable: true, enum: difficulties, enumName: 'Difficulty' })
  difficulty!: Difficulty | null;
  @ApiProperty({ type: String, nullable: true, example: 'PUBLISHED' }) status!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export class SearchResultResponse extends SearchDetails {
  @ApiProperty({ enum: searchTypes, enumName: 'SearchType' }) type!: SearchType;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Backups with PostgreSQL' }) title!: string;
  @ApiProperty({ example: 'How copies are kept, and brought back.' }) summary!: string;
  @ApiProperty({ description: 'path in the frontend', example: '/docs/backups' }) url!: string;
  @ApiProperty({ type: SearchHeadingResponse, nullable: true, description: 'the heading below which the words stand' })
  heading!: SearchHeadingResponse | null;
  @ApiProperty({
    type: [SnippetPartResponse],
    description: 'lines of the text around the words, as plain text in its parts',
  })
  snippet!: SnippetPartResponse[];
}

export class SearchResponse {
  @ApiProperty({ type: [SearchResultResponse] }) results!: SearchResultResponse[];
  @ApiProperty({ description: 'how many were found, up to 1000' }) total!: number;
  @ApiProperty({ description: 'whether there may be more than total' }) total_capped!: boolean;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'kubernetes',
    description:
      'the query as it was probably meant; nothing matched what was typed, and the results are those of this',
  })
  did_you_mean!: string | null;
}

export class SuggestionResponse {
  @ApiProperty({ enum: searchTypes, enumName: 'SearchType' }) type!: SearchType;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Backups with PostgreSQL' }) title!: string;
  @ApiProperty({ description: 'path in the frontend', example: '/docs/backups' }) url!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'anna-2',
    description: 'what a person is mentioned by; null for everything else',
  })
  handle!: string | null;
}
