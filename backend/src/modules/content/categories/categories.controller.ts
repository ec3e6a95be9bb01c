import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public, RequirePermission } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/http/domain-error.js';
import { isId } from '../../../platform/http/ids.js';
import { ProblemResponses } from '../../../platform/http/problem.dto.js';
import { CategoryResponse, CreateCategoryRequest } from './categories.dto.js';
import { CategoriesQueries } from './categories.queries.js';
import { CategoriesService } from './categories.service.js';

@ApiTags('categories')
@Controller('categories')
export class CategoriesController {
  constructor(
    private readonly categories: CategoriesService,
    private readonly queries: CategoriesQueries,
  ) {}

  /** All content categories in their order; not paged. */
  @Get()
  @Public()
  @ApiOkResponse({ type: [CategoryResponse] })
  async listCategories(@CurrentActor() actor: Actor): Promise<CategoryResponse[]> {
    return this.queries.list(actor);
  }

  /** One category. */
  @Get(':id')
  @Public()
  @ApiOkResponse({ type: CategoryResponse })
  @ProblemResponses(404)
  async getCategory(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<CategoryResponse> {
    const category = isId(id) ? await this.queries.find(id, actor) : undefined;
    if (!category) throw notFound('This category');
    return category;
  }

  /** Creates a category. */
  @Post()
  @RequirePermission('categories.manage')
  @ApiCreatedResponse({ type: CategoryResponse })
  @ProblemResponses(400, 409)
  async createCategory(@Body() body: CreateCategoryRequest, @CurrentActor() actor: Actor): Promise<CategoryResponse> {
    return this.getCategory(await this.categories.create(body), actor);
  }
}
