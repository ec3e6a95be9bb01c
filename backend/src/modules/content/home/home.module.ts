import { Module } from '@nestjs/common';
import { CategoriesModule } from '../categories/categories.module.js';
import { EngagementModule } from '../engagement/engagement.module.js';
import { ContentPersonalData } from './content-personal-data.js';
import { HomeController } from './home.controller.js';
import { ContributionsQueries } from './contributions.queries.js';
import { HomeQueries } from './home.queries.js';

/** What the home page and profiles show of all content. */
@Module({
  imports: [CategoriesModule, EngagementModule],
  controllers: [HomeController],
  providers: [ContentPersonalData, ContributionsQueries, HomeQueries],
  exports: [ContributionsQueries, HomeQueries],
})
export class HomeModule {}
