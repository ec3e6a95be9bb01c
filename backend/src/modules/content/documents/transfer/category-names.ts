import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../../platform/access/actor.js';
import { Database } from '../../../../platform/database/database.js';
import { DomainError } from '../../../../platform/http/errors/domain-error.js';
import { CategoriesService } from '../../categories/categories.service.js';

const MAX_NAME_LENGTH = 80;

/** Finds the categories that imported files name. */
@Injectable()
export class CategoryNames {
  constructor(
    private readonly database: Database,
    private readonly categories: CategoriesService,
  ) {}

  /** Ignores letter case. Creates a missing category if the actor may; otherwise returns null. */
  async findOrCreate(name: string | undefined, actor: Actor): Promise<string | null> {
    if (!name || name.length > MAX_NAME_LENGTH) return null;
    const known = await this.find(name);
    if (known || !actor.can('categories.manage')) return known ?? null;
    try {
      return await this.categories.create(actor, { name });
    } catch (error) {
      // Another request created it at the same time.
      if (!(error instanceof DomainError && error.code === 'category_exists')) throw error;
      return (await this.find(name)) ?? null;
    }
  }

  /** Of several categories of one name, a top-level one comes first, then the oldest. */
  private async find(name: string): Promise<string | undefined> {
    const row = await this.database.one<{ id: string }>(
      `select id from content_categories
       where lower(name) = lower($1)
       order by parent_category_id is not null, id limit 1`,
      [name],
    );
    return row?.id;
  }
}
