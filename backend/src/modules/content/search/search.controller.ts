import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public, ReadOnly } from '../../../platform/access/decorators.js';
import { CacheForGuests } from '../../../platform/http/server/guest-response-cache.js';
import { SearchRequest, SearchResponse, SuggestionResponse, SuggestionsQuery } from './search.dto.js';
import { SearchService } from './search.service.js';
import { SuggestionsQueries } from './suggestions.queries.js';

@ApiTags('search')
@Controller('search')
export class SearchController {
  constructor(
    private readonly search: SearchService,
    private readonly suggestions: SuggestionsQueries,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Search documents, videos, the forum and users',
    description:
      'Full-text search in German and English over what the requester may see, the best matches first; ' +
      'guests search public content. Without `query`, the newest content of `category_id`. Changes ' +
      'nothing, in spite of POST.',
  })
  @HttpCode(200)
  @Public()
  @ReadOnly()
  @ApiOkResponse({ description: 'A page of results', type: SearchResponse })
  async searchContent(@Body() body: SearchRequest, @CurrentActor() actor: Actor): Promise<SearchResponse> {
    return this.search.find(actor, body);
  }

  @Get('suggestions')
  @CacheForGuests()
  @ApiOperation({
    summary: 'List titles that complete a search text',
    description: 'At most 8, only of what the requester may see. Without `q`, the newest titles, without users.',
  })
  @Public()
  @ApiOkResponse({ description: 'The suggestions', type: [SuggestionResponse] })
  async listSuggestions(
    @Query() { q = '', content_type = 'all' }: SuggestionsQuery,
    @CurrentActor() actor: Actor,
  ): Promise<SuggestionResponse[]> {
    return this.suggestions.list(actor, q, this.search.getSuggestedTypes(content_type));
  }
}
