import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CacheForGuests } from '../../../platform/http/server/guest-response-cache.js';
import { CurrentActor, Public, RequirePermission, SignedIn } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import {
  CategoryAccessRequest,
  CategoryAccessResponse,
  CategoryResponse,
  ContentMoveReadersRequest,
  CreateCategoryRequest,
  DeleteCategoryQuery,
  ReaderChangesResponse,
  RuleReadersRequest,
  UpdateCategoryRequest,
} from './categories.dto.js';
import { CategoryAccessService, CategoryReadersQueries } from '../../auth/index.js';
import { CategoriesQueries } from './categories.queries.js';
import { CategoriesService } from './categories.service.js';
import { MovedContentQueries } from './moved-content.queries.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import type { Texts } from '../../../platform/language/texts.js';

@ApiTags('categories')
@Controller('categories')
export class CategoriesController {
  constructor(
    private readonly categories: CategoriesService,
    private readonly queries: CategoriesQueries,
    private readonly access: CategoryAccessService,
    private readonly readers: CategoryReadersQueries,
    private readonly moved: MovedContentQueries,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List all categories',
    description:
      'In tree order: each category is followed by its subcategories; not paged. Counts include only ' +
      'content that the requester may see.',
  })
  @Public()
  @CacheForGuests()
  @ApiOkResponse({ description: 'The categories', type: [CategoryResponse] })
  async listCategories(@CurrentActor() actor: Actor): Promise<CategoryResponse[]> {
    return this.queries.list(actor);
  }

  @Post()
  @ApiOperation({
    summary: 'Create a category',
    description:
      'Requires `name` or `title`. With rules of who may read and write, it is open to others at no time. Requires ' +
      'the permission `categories.manage`.',
  })
  @RequirePermission('categories.manage')
  @ApiCreatedResponse({ description: 'The new category', type: CategoryResponse })
  @ProblemResponses({ 409: '`category_exists`: a category with the same parent has this name' })
  async createCategory(@Body() body: CreateCategoryRequest, @CurrentActor() actor: Actor): Promise<CategoryResponse> {
    const id = await this.categories.create(actor, body);
    return this.get(id, await this.access.refresh(actor));
  }

  @Put(':id')
  @ApiOperation({
    summary: 'Update a category',
    description: 'Omitted fields stay unchanged. Requires the permission `categories.manage`.',
  })
  @RequirePermission('categories.manage')
  @ApiOkResponse({ description: 'The updated category', type: CategoryResponse })
  @ProblemResponses({
    404: 'No such category',
    409: '`category_exists`: a category with the same parent has this name',
  })
  async updateCategory(
    @Param('id') id: string,
    @Body() body: UpdateCategoryRequest,
    @CurrentActor() actor: Actor,
  ): Promise<CategoryResponse> {
    await this.get(id, actor);
    await this.categories.update(actor, id, body);
    return this.get(id, await this.access.refresh(actor));
  }

  @Delete(':id')
  @ApiOperation({
    summary: 'Delete a category',
    description:
      'A category that contains documents or videos needs `move_to`. Subcategories move up to its parent. ' +
      'Requires the permission `categories.manage`.',
  })
  @RequirePermission('categories.manage')
  @ApiOkResponse({ description: 'The category was deleted', type: MessageResponse })
  @ProblemResponses({
    400: 'The category of move_to does not exist, the requester may not read in it, or it is the deleted one',
    404: 'No such category',
    409:
      '`category_in_use` with the numbers of documents, videos and subcategories, `category_limited` when it decides ' +
      'who may read or write in its subcategories, or `category_exists` when a subcategory has the name of one ' +
      'beside its new place',
  })
  async deleteCategory(
    @Param('id') id: string,
    @Query() { move_to }: DeleteCategoryQuery,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    await this.get(id, actor);
    await this.categories.remove(actor, id, move_to || null);
    return { message: texts.content.categoryDeleted };
  }

  @Get(':id/access')
  @ApiOperation({
    summary: 'Get who may read and write in a category',
    description:
      'Its own rules, and the limits of the categories above it. Requires the permission `categories.manage`.',
  })
  @RequirePermission('categories.manage')
  @ApiOkResponse({ description: 'The rules', type: CategoryAccessResponse })
  @ProblemResponses({ 404: 'No such category' })
  async getCategoryAccess(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<CategoryAccessResponse> {
    await this.get(id, actor);
    return this.categories.getAccess(id);
  }

  @Put(':id/access')
  @ApiOperation({
    summary: 'Replace who may read and write in a category',
    description:
      'Subcategories are limited as well, until their own rules narrow it further. Takes effect with the next ' +
      'request. Requires the permission `categories.manage`.',
  })
  @RequirePermission('categories.manage')
  @ApiOkResponse({ description: 'The new rules', type: CategoryAccessResponse })
  @ProblemResponses({
    400: 'A group does not exist, or the requester could not read in it any more',
    404: 'No such category',
  })
  async replaceCategoryAccess(
    @Param('id') id: string,
    @Body() { read_group_ids, write_group_ids, moderate_group_ids = [] }: CategoryAccessRequest,
    @CurrentActor() actor: Actor,
  ): Promise<CategoryAccessResponse> {
    await this.get(id, actor);
    await this.categories.changeAccess(actor, id, { read_group_ids, write_group_ids, moderate_group_ids });
    return this.categories.getAccess(id);
  }

  @Post('reader-changes')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Compare who may read documents and videos before and after a move',
    description:
      'Before they move to another category. Changes nothing. What the requester does not see is not counted.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The change', type: ReaderChangesResponse })
  @ProblemResponses({ 404: 'No such category, or none of the items' })
  async compareReadersOfMove(
    @Body() { from, to, item_ids = [], visibility }: ContentMoveReadersRequest,
    @CurrentActor() actor: Actor,
  ): Promise<ReaderChangesResponse> {
    for (const id of [from, to]) if (id) await this.get(id, actor);
    const moved = item_ids.length
      ? await this.moved.listOfItems(actor, item_ids, visibility)
      : await this.moved.listOfCategory(actor, from || null);
    return this.readers.compare('content', moved, { category_id: to || null, group_ids: null });
  }

  @Post(':id/reader-changes')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Compare who may read in a category before and after new rules',
    description:
      'Before its parent or its rules are saved. Changes nothing. Requires the permission `categories.manage`.',
  })
  @RequirePermission('categories.manage')
  @ApiOkResponse({ description: 'The change', type: ReaderChangesResponse })
  @ProblemResponses({ 404: 'No such category' })
  async compareReadersOfRules(
    @Param('id') id: string,
    @Body() { parent_category_id, read_group_ids }: RuleReadersRequest,
    @CurrentActor() actor: Actor,
  ): Promise<ReaderChangesResponse> {
    for (const category of [id, parent_category_id]) if (category) await this.get(category, actor);
    return this.readers.compareAll('content', id, {
      category_id: parent_category_id || null,
      group_ids: read_group_ids,
    });
  }

  private async get(id: string, actor: Actor): Promise<CategoryResponse> {
    const category = isId(id) ? await this.queries.find(id, actor) : undefined;
    if (!category) throw notFound('category');
    return category;
  }
}
