import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/index.js';
import { SearchController } from './search.controller.js';
import { DidYouMean } from './did-you-mean.js';
import { SearchFacade } from './search-facade.js';
import { SearchIndexer } from './search-indexer.js';
import { SearchSources } from './search-sources.js';
import { SearchQueries } from './search.queries.js';
import { SearchTextParser } from './search-text-parser.js';
import { SearchService } from './search.service.js';
import { SimilarItemsQueries } from './similar-items.queries.js';
import { SuggestionsQueries } from './suggestions.queries.js';
import { UserSearchSource } from './user-search.source.js';
import { ZeroResultQueries } from './zero-result-queries.js';

/** The search index, its queries and suggestions. */
@Module({
  imports: [AuthModule],
  controllers: [SearchController],
  providers: [
    DidYouMean,
    SearchFacade,
    SearchIndexer,
    SearchQueries,
    SearchSources,
    SearchService,
    SearchTextParser,
    SimilarItemsQueries,
    SuggestionsQueries,
    UserSearchSource,
    ZeroResultQueries,
  ],
  exports: [SearchFacade, SearchIndexer, SearchSources, SearchTextParser, SimilarItemsQueries, ZeroResultQueries],
})
export class SearchModule {}
