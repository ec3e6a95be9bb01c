import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { CategoriesService } from '../categories/categories.service.js';

const NAME_MAX = 80;

/** Categories as files name them. */
@Injectable()
export class CategoryNames {
  constructor(
    private readonly database: Database,
    private readonly categories: CategoriesService,
  ) {}

  /** The category of this name in any letter case, made where there is none and the person may; else none. */
  async idOf(name: string | undefined, actor: Actor): Promise<string | null> {
    if (!name || name.length > NAME_MAX) return null;
    const known = await this.find(name);
    if (known || !actor.can('categories.manage')) return known ?? null;
    try {
      return await this.categories.create(actor, { name });
    } catch (error) {
      // Somebody made it at the same moment.
      if (!(error instanceof DomainError && error.code === 'category_exists')) throw error;
      return (await this.find(name)) ?? null;
    }
  }

  /** A name may stand below several parents; the topmost and then the oldest is meant. */
  private async find(name: string): Promise<string | undefined> {
    const row = await this.database.one<{ id: string }>(
      'select id from content_categories where lower(name) = lower($1) order by parent_category_id is not null, id limit 1',
      [name],
    );
    return row?.id;
  }
}
