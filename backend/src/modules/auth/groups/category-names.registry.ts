import { Injectable } from '@nestjs/common';
import type { CategoryArea } from '../../../platform/access/actor.js';
import type { CategoryNode } from './category-access.service.js';

type ListCategories = () => Promise<readonly CategoryNode[]>;

/** The names of categories, from the modules that own them, for what a group opens. */
@Injectable()
export class CategoryNamesRegistry {
  private readonly lists = new Map<CategoryArea, ListCategories>();

  register(area: CategoryArea, list: ListCategories): void {
    this.lists.set(area, list);
  }

  async load(area: CategoryArea): Promise<ReadonlyMap<string, string>> {
    const categories = (await this.lists.get(area)?.()) ?? [];
    return new Map(categories.map(({ id, name }) => [id, name]));
  }
}
