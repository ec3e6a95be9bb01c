import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public, RequirePermission, SignedIn } from '../../../platform/access/decorators.js';
import { CacheForGuests } from '../../../platform/http/server/guest-response-cache.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { CategoryAccessService, CategoryReadersQueries } from '../../auth/index.js';
import {
  CategoryAccessRequest,
  CategoryAccessResponse,
  MoveReadersRequest,
  ReaderChangesResponse,
  RuleReadersRequest,
} from '../../content/index.js';
import {
  CreateForumCategoryRequest,
  ForumCategoriesQuery,
  ForumCategoryResponse,
  UpdateForumCategoryRequest,
} from './forum-categories.dto.js';
import { ForumCategoriesQueries } from './forum-categories.queries.js';
import { ForumCategoriesService } from './forum-categories.service.js';
import { ReadsRepository } from '../reading/reads.repository.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import type { Texts } from '../../../platform/language/texts.js';

@ApiTags('forum')
@Controller('forum')
export class ForumCategoriesController {
  constructor(
    private readonly categories: ForumCategoriesService,
    private readonly queries: ForumCategoriesQueries,
    private readonly reads: ReadsRepository,
    private readonly access: CategoryAccessService,
    private readonly readers: CategoryReadersQueries,
  ) {}

  @Put('categories/:id/read')
  @ApiOperation({
    summary: 'Mark all threads of a category as read',
    description: 'With those of its subcategories. Later posts are unread again.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The threads of the category are read', type: MessageResponse })
  @ProblemResponses({ 404: 'No such category' })
  async markForumCategoryRead(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    await this.queries.get(id, actor);
    await this.reads.markCategoryRead(actor, id);
    return { message: texts.forum.categoryRead };
  }

  @Put('read')
  @ApiOperation({
    summary: 'Mark all threads of the forum as read',
    description: 'Later posts are unread again.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'All threads are read', type: MessageResponse })
  async markForumRead(@CurrentActor() actor: Actor, @CurrentTexts() texts: Texts): Promise<MessageResponse> {
    await this.reads.markForumRead(actor);
    return { message: texts.forum.allRead };
  }

  @Get('categories')
  @ApiOperation({
    summary: 'List the categories of the forum',
    description:
      'In tree order: each category is followed by its subcategories; not paged. Members also get `unread_count`.',
  })
  @Public()
  @CacheForGuests()
  @ApiOkResponse({ description: 'The categories', type: [ForumCategoryResponse] })
  async listForumCategories(
    @Query() { hierarchical }: ForumCategoriesQuery,
    @CurrentActor() actor: Actor,
  ): Promise<ForumCategoryResponse[]> {
    return hierarchical ? this.queries.listTree(actor) : this.queries.list(actor);
  }

  @Post('categories')
  @ApiOperation({
    summary: 'Create a category of the forum',
    description:
      'With rules of who may read and write, it is open to others at no time. Requires the permission ' +
      '`forum.manage_categories`.',
  })
  @RequirePermission('forum.manage_categories')
  @ApiCreatedResponse({ description: 'The new category', type: ForumCategoryResponse })
  @ProblemResponses({ 409: '`category_exists`: a category with the same parent has this name' })
  async createForumCategory(
    @Body() body: CreateForumCategoryRequest,
    @CurrentActor() actor: Actor,
  ): Promise<ForumCategoryResponse> {
    const id = await this.categories.create(actor, body);
    return this.queries.get(id, await this.access.refresh(actor));
  }

  @Put('categories/:id')
  @ApiOperation({
    summary: 'Update a category of the forum',
    description: 'Omitted fields stay unchanged. Requires the permission `forum.manage_categories`.',
  })
  @RequirePermission('forum.manage_categories')
  @ApiOkResponse({ description: 'The updated category', type: ForumCategoryResponse })
  @ProblemResponses({
    404: 'No such category',
    409: '`category_exists`: a category with the same parent has this name',
  })
  async updateForumCategory(
    @Param('id') id: string,
    @Body() body: UpdateForumCategoryRequest,
    @CurrentActor() actor: Actor,
  ): Promise<ForumCategoryResponse> {
    await this.queries.get(id, actor);
    await this.categories.update(actor, id, body);
    return this.queries.get(id, await this.access.refresh(actor));
  }

  @Delete('categories/:id')
  @ApiOperation({
    summary: 'Delete a category of the forum',
    description:
      'Only while it contains neither threads nor subcategories. Hidden threads count, deleted and merged ones do ' +
      'not. Requires the permission `forum.manage_categories`.',
  })
  @RequirePermission('forum.manage_categories')
  @ApiOkResponse({ description: 'The category was deleted', type: MessageResponse })
  @ProblemResponses({
    404: 'No such category',
    409: '`category_in_use` with the numbers of threads, hidden threads and subcategories',
  })
  async deleteForumCategory(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    await this.queries.get(id, actor);
    await this.categories.remove(actor, id);
    return { message: texts.forum.categoryDeleted };
  }

  @Get('categories/:id/access')
  @ApiOperation({
    summary: 'Get who may read and write in a category of the forum',
    description:
      'Its own rules, and the limits of the categories above it. Requires the permission `forum.manage_categories`.',
  })
  @RequirePermission('forum.manage_categories')
  @ApiOkResponse({ description: 'The rules', type: CategoryAccessResponse })
  @ProblemResponses({ 404: 'No such category' })
  async getForumCategoryAccess(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<CategoryAccessResponse> {
    await this.queries.get(id, actor);
    return this.categories.getAccess(id);
  }

  @Put('categories/:id/access')
  @ApiOperation({
    summary: 'Replace who may read and write in a category of the forum',
    description:
      'Subcategories are limited as well, until their own rules narrow it further. Takes effect with the next ' +
      'request. Requires the permission `forum.manage_categories`.',
  })
  @RequirePermission('forum.manage_categories')
  @ApiOkResponse({ description: 'The new rules', type: CategoryAccessResponse })
  @ProblemResponses({
    400: 'A group does not exist, or the requester could not read in it any more',
    404: 'No such category',
  })
  async replaceForumCategoryAccess(
    @Param('id') id: string,
    @Body() { read_group_ids, write_group_ids, moderate_group_ids = [] }: CategoryAccessRequest,
    @CurrentActor() actor: Actor,
  ): Promise<CategoryAccessResponse> {
    await this.queries.get(id, actor);
    await this.categories.changeAccess(actor, id, { read_group_ids, write_group_ids, moderate_group_ids });
    return this.categories.getAccess(id);
  }

  @Post('categories/reader-changes')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Compare who may read threads before and after a move',
    description: 'Before a thread moves to another category. Changes nothing.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The change', type: ReaderChangesResponse })
  @ProblemResponses({ 404: 'No such category' })
  async compareReadersOfThreadMove(
    @Body() { from, to }: MoveReadersRequest,
    @CurrentActor() actor: Actor,
  ): Promise<ReaderChangesResponse> {
    for (const id of [from, to]) if (id) await this.queries.get(id, actor);
    return this.readers.compareAll('forum', from || null, { category_id: to || null, group_ids: null });
  }

  @Post('categories/:id/reader-changes')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Compare who may read in a category of the forum before and after new rules',
    description:
      'Before its parent or its rules are saved. Changes nothing. Requires the permission `forum.manage_categories`.',
  })
  @RequirePermission('forum.manage_categories')
  @ApiOkResponse({ description: 'The change', type: ReaderChangesResponse })
  @ProblemResponses({ 404: 'No such category' })
  async compareReadersOfForumRules(
    @Param('id') id: string,
    @Body() { parent_category_id, read_group_ids }: RuleReadersRequest,
    @CurrentActor() actor: Actor,
  ): Promise<ReaderChangesResponse> {
    for (const category of [id, parent_category_id]) if (category) await this.queries.get(category, actor);
    return this.readers.compareAll('forum', id, { category_id: parent_category_id || null, group_ids: read_group_ids });
  }

  @Post('setup-default-categories')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Create the default categories of the forum',
    description: 'Only while there is no category. Requires the permission `forum.manage_categories`.',
  })
  @RequirePermission('forum.manage_categories')
  @ApiOkResponse({ description: 'The categories were created', type: MessageResponse })
  @ProblemResponses({ 400: '`categories_exist`: there are categories already' })
  async setUpDefaultForumCategories(
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    const created = await this.categories.createDefaults(actor, texts);
    return { message: texts.forum.defaultCategoriesCreated(created) };
  }
}
