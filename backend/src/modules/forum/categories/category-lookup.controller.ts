import { Controller, Get, Param } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { CategoriesQueries, CategoryResponse } from '../../content/index.js';
import { ForumCategoryResponse } from './forum-categories.dto.js';
import { ForumCategoriesQueries } from './forum-categories.queries.js';

/** Categories of both kinds have one address, since the screens of the forum use the one of content. */
@ApiTags('categories')
@ApiExtraModels(CategoryResponse, ForumCategoryResponse)
@Controller('categories')
export class CategoryLookupController {
  constructor(
    private readonly content: CategoriesQueries,
    private readonly forum: ForumCategoriesQueries,
  ) {}

  @Get(':id')
  @ApiOperation({
    summary: 'Get a category',
    description:
      'A category of documents and videos, whose count includes only content that the requester may see, or a ' +
      'category of the forum with its `subcategories`.',
  })
  @Public()
  @ApiOkResponse({
    description: 'The category',
    schema: { oneOf: [{ $ref: getSchemaPath(CategoryResponse) }, { $ref: getSchemaPath(ForumCategoryResponse) }] },
  })
  @ProblemResponses({ 404: 'No such category' })
  async getCategory(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
  ): Promise<CategoryResponse | ForumCategoryResponse> {
    const category = isId(id)
      ? ((await this.content.find(id, actor)) ?? (await this.forum.find(id, actor)))
      : undefined;
    if (!category) throw notFound('category');
    return category;
  }
}
