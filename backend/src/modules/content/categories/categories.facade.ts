import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { CategoriesQueries } from './categories.queries.js';
import { CategoriesService } from './categories.service.js';
import type { CategoryResponse, CreateCategoryRequest } from './categories.dto.js';

/** What other modules and the demo content use of categories. */
@Injectable()
export class CategoriesFacade {
  constructor(
    private readonly categories: CategoriesService,
    private readonly queries: CategoriesQueries,
  ) {}

  /** @param actor null for the system. @param at when it was created. @returns the id */
  create(actor: Actor | null, category: CreateCategoryRequest, at?: Date): Promise<string> {
    return this.categories.create(actor, category, at);
  }

  /** A category; its count includes only content that the actor may see. */
  find(id: string, actor: Actor): Promise<CategoryResponse | undefined> {
    return this.queries.find(id, actor);
  }
}
