import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '../../../platform/database/database.js';
import { isUniqueViolation } from '../../../platform/database/pg-errors.js';
import { conflict, invalid } from '../../../platform/http/domain-error.js';
import { type CreateCategoryRequest, DEFAULT_COLOR } from './categories.dto.js';
import { Category } from './category.entity.js';

@Injectable()
export class CategoriesService {
  constructor(private readonly database: Database) {}

  /** @returns the id. @throws 409 when a category beside it has that name */
  async create(request: CreateCategoryRequest): Promise<string> {
    const name = request.name ?? request.title;
    if (!name) throw invalid([{ field: 'name', message: 'The name is required.' }]);
    const parent = request.parent_category_id || null;
    try {
      return await this.database.transaction(async (em) => {
        if (parent && !(await em.findOne(Category, parent))) throw invalid([{ field: 'parent_category_id', message: 'This parent category does not exist.' }]);
        const category = em.create(Category, {
          id: uuidv7(),
          name,
          description: request.description ?? '',
          icon: request.icon ?? '',
          color: request.color || DEFAULT_COLOR,
          parentCategoryId: parent,
          orderIndex: request.order_index ?? 0,
          createdAt: new Date(),
        });
        return category.id;
      });
    } catch (error) {
      const message = `There is already a category called "${name}".`;
      if (isUniqueViolation(error)) throw conflict('category_exists', message, { errors: [{ field: 'name', message }] });
      throw error;
    }
  }
}
