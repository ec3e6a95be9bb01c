import { Module } from '@nestjs/common';
import { CategoriesController } from './categories.controller.js';
import { CategoriesQueries } from './categories.queries.js';
import { CategoriesService } from './categories.service.js';
import { CategoryRemoval } from './category-removal.js';

/** The tree of categories that items of any kind are in. */
@Module({
  controllers: [CategoriesController],
  providers: [CategoriesQueries, CategoriesService, CategoryRemoval],
  exports: [CategoriesQueries, CategoriesService],
})
export class CategoriesModule {}
