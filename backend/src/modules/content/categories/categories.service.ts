import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import { isUniqueViolation } from '../../../platform/database/pg-errors.js';
import { Events } from '../../../platform/events/events.js';
import { conflict, invalid, notFound } from '../../../platform/http/errors/domain-error.js';
import { singleLine } from '../../../platform/http/validation/text.js';
import { type CreateCategoryRequest, DEFAULT_COLOR, type UpdateCategoryRequest } from './categories.dto.js';
import { Category } from './category.entity.js';

@Injectable()
export class CategoriesService {
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly cache: QueryCache,
    private readonly events: Events,
  ) {}

  /** @returns the id. @throws 409 when a category beside it has that name */
  async create(actor: Actor | null, request: CreateCategoryRequest): Promise<string> {
    const name = singleLine(request.name ?? request.title ?? '');
    if (!name) throw invalid([{ field: 'name', message: 'The name is required.' }]);
    const parent = request.parent_category_id || null;
    return rejectDuplicateName(name, () =>
      this.database.transaction(async (em) => {
        await this.checkParent(parent, null);
        const category = em.create(Category, {
          id: uuidv7(),
          name,
          description: request.description ?? '',
          icon: request.icon ?? '',
          color: request.color || DEFAULT_COLOR,
          parentCategoryId: parent,
          orderIndex: request.order_index ?? 0,
          createdAt: this.events.getPastTime() ?? new Date(),
        });
        await this.record(actor, 'created', category, null);
        return category.id;
      }),
    );
  }

  /** Omitted fields stay the same; an empty parent means none. @throws 409 when a category beside it has that name */
  async update(actor: Actor, id: string, request: UpdateCategoryRequest): Promise<void> {
    await this.database.transaction(async (em) => {
      await lockTree(this.database);
      const category = await em.findOne(Category, id);
      if (!category) throw notFound('This category');
      const before = auditFactsOf(category);
      const parent =
        request.parent_category_id === undefined ? category.parentCategoryId : request.parent_category_id || null;
      if (parent !== category.parentCategoryId) await this.checkParent(parent ?? null, id);
      category.name = request.name ?? request.title ?? category.name;
      category.description = request.description ?? category.description;
      category.icon = request.icon ?? category.icon;
      category.color = request.color ?? category.color;
      category.parentCategoryId = parent ?? null;
      category.orderIndex = request.order_index ?? category.orderIndex;
      await rejectDuplicateName(category.name, () => em.flush());
      await this.record(actor, 'updated', category, before);
      await this.cache.invalidate();
    });
  }

  private async record(
    actor: Actor | null,
    verb: 'created' | 'updated',
    category: Category,
    before: object | null,
  ): Promise<void> {
    await this.audit.record({
      actor,
      action: `category.${verb}`,
      subject: { type: 'category', id: category.id },
      ...(before && { before }),
      after: auditFactsOf(category),
    });
  }

  /** @param id the category that gets this parent; null for a new one */
  private async checkParent(parent: string | null, id: string | null): Promise<void> {
    if (!parent) return;
    const above = await this.database.query<{ id: string }>(
      `with recursive above as (
         select c.id, c.parent_category_id from content_categories c where c.id = $1
         union select c.id, c.parent_category_id from content_categories c join above a on c.id = a.parent_category_id
       ) select id from above`,
      [parent],
    );
    if (!above.length)
      throw invalid([{ field: 'parent_category_id', message: 'This parent category does not exist.' }]);
    if (above.some((category) => category.id === id))
      throw invalid([{ field: 'parent_category_id', message: 'A category cannot be its own parent or descendant.' }]);
  }
}

const auditFactsOf = ({ name, description, icon, color, parentCategoryId, orderIndex }: Category) => ({
  name,
  description,
  icon,
  color,
  parent_category_id: parentCategoryId ?? null,
  order_index: orderIndex,
});

/** Two concurrent moves could otherwise create a cycle that neither of them sees. */
export async function lockTree(database: Database): Promise<void> {
  await database.query(`select pg_advisory_xact_lock(hashtextextended('content_categories', 0))`);
}

async function rejectDuplicateName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message = `A category named “${name}” already exists.`;
    if (isUniqueViolation(error)) throw conflict('category_exists', message, { errors: [{ field: 'name', message }] });
    throw error;
  }
}
