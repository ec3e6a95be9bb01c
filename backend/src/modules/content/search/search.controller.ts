import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public } from '../../../platform/access/decorators.js';
import { CacheForGuests } from '../../../platform/cache/guest-response-cache.js';
import { ProblemResponses } from '../../../platform/http/errors/problem.dto.js';
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
    summary: 'Searches in German and English',
    description: 'The best of what the asking person may see. Without a query: the newest of a category.',
  })
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ type: SearchResponse })
  @ProblemResponses(400)
  async searchContent(@Body() body: SearchRequest, @CurrentActor() actor: Actor): Promise<SearchResponse> {
    return this.search.find(actor, body);
  }

  @Get('suggestions')
  @CacheForGuests()
  @ApiOperation({ summary: 'Up to 8 titles with words that begin as typed' })
  @Public()
  @ApiOkResponse({ type: [SuggestionResponse] })
  @ProblemResponses(400)
  async listSuggestions(
    @Query() { q = '', content_type = 'all' }: SuggestionsQuery,
    @CurrentActor() actor: Actor,
  ): Promise<SuggestionResponse[]> {
    return this.suggestions.list(actor, q, this.search.typesIn(content_type));
  }
}
