import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public, RequirePermission } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { ProblemResponses } from '../../../platform/http/errors/problem.dto.js';
import {
  CategoryResponse,
  CreateCategoryRequest,
  DeleteCategoryQuery,
  UpdateCategoryRequest,
} from './categories.dto.js';
import { CategoriesQueries } from './categories.queries.js';
import { CategoriesService } from './categories.service.js';
import { CategoryRemoval } from './category-removal.js';

@ApiTags('categories')
@Controller('categories')
export class CategoriesController {
  constructor(
    private readonly categories: CategoriesService,
    private readonly removal: CategoryRemoval,
    private readonly queries: CategoriesQueries,
  ) {}

  @Get()
  @ApiOperation({ summary: 'All content categories in their order, each followed by those below it; not paged' })
  @Public()
  @ApiOkResponse({ type: [CategoryResponse] })
  async listCategories(@CurrentActor() actor: Actor): Promise<CategoryResponse[]> {
    return this.queries.list(actor);
  }

  @Get(':id')
  @ApiOperation({ summary: 'One category' })
  @Public()
  @ApiOkResponse({ type: CategoryResponse })
  @ProblemResponses(404)
  async getCategory(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<CategoryResponse> {
    const category = isId(id) ? await this.queries.find(id, actor) : undefined;
    if (!category) throw notFound('This category');
    return category;
  }

  @Post()
  @ApiOperation({ summary: 'Creates a category' })
  @RequirePermission('categories.manage')
  @ApiCreatedResponse({ type: CategoryResponse })
  @ProblemResponses(409)
  async createCategory(@Body() body: CreateCategoryRequest, @CurrentActor() actor: Actor): Promise<CategoryResponse> {
    return this.getCategory(await this.categories.create(actor, body), actor);
  }

  @Put(':id')
  @ApiOperation({ summary: 'Changes a category; what is omitted stays' })
  @RequirePermission('categories.manage')
  @ApiOkResponse({ type: CategoryResponse })
  @ProblemResponses(404, 409)
  async updateCategory(
    @Param('id') id: string,
    @Body() body: UpdateCategoryRequest,
    @CurrentActor() actor: Actor,
  ): Promise<CategoryResponse> {
    await this.getCategory(id, actor);
    await this.categories.update(actor, id, body);
    return this.getCategory(id, actor);
  }

  @Delete(':id')
  @ApiOperation({
    summary: 'Deletes a category',
    description:
      'One with documents or videos only together with where they go: without move_to the answer is 409 `category_in_use` with the numbers of documents, videos and subcategories. Subcategories move up to its parent.',
  })
  @RequirePermission('categories.manage')
  @ApiOkResponse({ type: MessageResponse })
  @ProblemResponses(400, 404, 409)
  async deleteCategory(
    @Param('id') id: string,
    @Query() { move_to }: DeleteCategoryQuery,
    @CurrentActor() actor: Actor,
  ): Promise<MessageResponse> {
    await this.getCategory(id, actor);
    await this.removal.remove(actor, id, move_to || null);
    return { message: 'Category deleted successfully!' };
  }
}
