import { Module } from '@nestjs/common';
import { EngagementModule } from '../engagement/engagement.module.js';
import { SearchModule } from '../search/search.module.js';
import { ContentInsightsFacade } from './content-insights.facade.js';
import { ContentInsightsQueries } from './content-insights.queries.js';

/** What readers do and miss, for the analytics module. */
@Module({
  imports: [EngagementModule, SearchModule],
  providers: [ContentInsightsFacade, ContentInsightsQueries],
  exports: [ContentInsightsFacade],
})
export class InsightsModule {}
