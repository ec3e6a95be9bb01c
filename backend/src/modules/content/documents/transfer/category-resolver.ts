import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../../platform/access/actor.js';
import { Database } from '../../../../platform/database/database.js';
import { DomainError } from '../../../../platform/errors/domain-error.js';
import { isCategoryReadable } from '../../../auth/index.js';
import { CategoriesService } from '../../categories/categories.service.js';
import { categoryKey, type CategoryDetails } from './category-file.js';

const MAX_NAME_LENGTH = 80;

/** A category that a file names: a name at any level, or a path of names with the outermost first. */
export type CategoryReference = string | readonly string[];

/** Finds or creates the categories that imported files name. */
@Injectable()
export class CategoryResolver {
  constructor(
    private readonly database: Database,
    private readonly categories: CategoriesService,
  ) {}

  /** For one import, whose files name the same categories again and again. */
  forImport(details: ReadonlyMap<string, CategoryDetails>): ImportCategories {
    return new ImportCategories(this.database, this.categories, details);
  }
}

export class ImportCategories {
  createdCount = 0;
  /** By actor and path; null for a category that the actor cannot create. */
  private readonly ids = new Map<string, string | null>();
  /** By actor and name at any level; null where there is none. */
  private readonly idsByName = new Map<string, string | null>();

  /** @param details by category path, see categoryKey */
  constructor(
    private readonly database: Database,
    private readonly categories: CategoriesService,
    private readonly details: ReadonlyMap<string, CategoryDetails>,
  ) {}

  /**
   * Ignores letter case. Creates what is missing if the actor may; otherwise returns the innermost category of the path
   * that exists, or null.
   */
  async findOrCreate(reference: CategoryReference | undefined, actor: Actor): Promise<string | null> {
    if (reference === undefined) return null;
    if (typeof reference !== 'string') return this.findOrCreatePath(reference, actor);
    return (await this.findAnywhere(reference, actor)) ?? (await this.findOrCreateCategory([reference], null, actor));
  }

  private async findOrCreatePath(names: readonly string[], actor: Actor): Promise<string | null> {
    let parent: string | null = null;
    for (let depth = 1; depth <= names.length; depth++) {
      const id: string | null = await this.findOrCreateCategory(names.slice(0, depth), parent, actor);
      if (id === null) return parent;
      parent = id;
    }
    return parent;
  }

  /** Cached, because each document of a folder needs the whole path of its categories. */
  private async findOrCreateCategory(
    path: readonly string[],
    parent: string | null,
    actor: Actor,
  ): Promise<string | null> {
    const name = path.at(-1) ?? '';
    if (!name || name.length > MAX_NAME_LENGTH) return null;
    const key = `${actor.id}\n${categoryKey(path)}`;
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = (await this.findSubcategory(parent, name, actor)) ?? (await this.create(path, parent, actor));
    this.ids.set(key, id);
    return id;
  }

  private async create(path: readonly string[], parent: string | null, actor: Actor): Promise<string | null> {
    if (!actor.can('categories.manage')) return null;
    const name = path.at(-1) ?? '';
    try {
      const request = { ...this.details.get(categoryKey(path)), name, parent_category_id: parent };
      const id = await this.categories.create(actor, request);
      this.createdCount++;
      this.idsByName.delete(`${actor.id}\n${categoryKey([name])}`);
      return id;
    } catch (error) {
      // Another request created it at the same time.
      if (!(error instanceof DomainError && error.code === 'category_exists')) throw error;
      return (await this.findSubcategory(parent, name, actor)) ?? null;
    }
  }

  /** A category that the actor may not read is as missing as others. */
  private async findSubcategory(parent: string | null, name: string, actor: Actor): Promise<string | undefined> {
    const { rows } = await sql<{ id: string }>`
      select c.id from content_categories c
      where lower(c.name) = lower(${name}) and c.parent_category_id is not distinct from ${parent}::uuid
        and ${isCategoryReadable(actor, 'c.id')}
      order by c.id limit 1`.execute(this.database.db);
    return rows[0]?.id;
  }

  /** Prefers a top-level category to others of the same name, then the oldest. */
  private async findAnywhere(name: string, actor: Actor): Promise<string | null> {
    const key = `${actor.id}\n${categoryKey([name])}`;
    const known = this.idsByName.get(key);
    if (known !== undefined) return known;
    const { rows } = await sql<{ id: string }>`
      select c.id from content_categories c
      where lower(c.name) = lower(${name}) and ${isCategoryReadable(actor, 'c.id')}
      order by c.parent_category_id is not null, c.id limit 1`.execute(this.database.db);
    const id = rows[0]?.id ?? null;
    this.idsByName.set(key, id);
    return id;
  }
}
