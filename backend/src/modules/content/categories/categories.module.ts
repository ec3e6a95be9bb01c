import { Module } from '@nestjs/common';
import { CategoriesController } from './categories.controller.js';
import { CategoriesFacade } from './categories.facade.js';
import { CategoriesQueries } from './categories.queries.js';
import { CategoriesService } from './categories.service.js';

/** The tree of categories that items of any kind are in. */
@Module({
  controllers: [CategoriesController],
  providers: [CategoriesFacade, CategoriesQueries, CategoriesService],
  exports: [CategoriesFacade, CategoriesQueries, CategoriesService],
})
export class CategoriesModule {}
