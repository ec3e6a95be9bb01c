import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public, SignedIn } from '../../../platform/access/decorators.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { CacheForGuests } from '../../../platform/http/server/guest-response-cache.js';
import { getKind, ItemsQueries } from '../items/items.queries.js';
import { PageMovingService } from './page-moving.service.js';
import { ProgressService } from './progress.service.js';
import { SeriesQueries } from './series.queries.js';
import {
  NeighboursResponse,
  PagesBelowResponse,
  PositionResponse,
  ProgressResponse,
  SeriesProgressResponse,
  SetPositionRequest,
  SetProgressRequest,
  TreeLevelQuery,
  TreeLevelResponse,
} from './tree.dto.js';
import { TreeQueries } from './tree.queries.js';

const TypeParam = () => ApiParam({ name: 'type', description: 'document or video', example: 'document' });
const IdParam = () =>
  ApiParam({ name: 'id', description: 'id, slug or former slug of the document or video', example: 'getting-started' });

/** The order and hierarchy of documents and videos in their categories. */
@ApiTags('categories')
@Controller()
export class TreeController {
  constructor(
    private readonly queries: TreeQueries,
    private readonly series: SeriesQueries,
    private readonly items: ItemsQueries,
    private readonly moving: PageMovingService,
    private readonly progress: ProgressService,
  ) {}

  @Get('categories/:id/tree')
  @ApiOperation({
    summary: 'List a level of the tree of pages of a category',
    description:
      'The documents and videos at the root level of the category, or below `parent_id`, in their order. Only what ' +
      'the requester may see: what is below a page that they may not see is in no level.',
  })
  @Public()
  @CacheForGuests()
  @ApiOkResponse({ description: 'A page of the level', type: TreeLevelResponse })
  @ProblemResponses({
    404: 'No such category, or `parent_id` is not in it, or the requester may not see it',
  })
  async listTreeLevel(
    @Param('id') id: string,
    @Query() query: TreeLevelQuery,
    @CurrentActor() actor: Actor,
  ): Promise<TreeLevelResponse> {
    return this.queries.listLevel(id, query, actor);
  }

  @Get('categories/:id/progress')
  @ApiOperation({
    summary: 'Get how far the requester has come in a category',
    description:
      'The number of pages that they have read or watched to the end, and the page to continue with. Series show it.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The progress', type: SeriesProgressResponse })
  @ProblemResponses({ 404: 'No such category, or the requester may not see it' })
  async getSeriesProgress(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<SeriesProgressResponse> {
    return this.series.getProgress(id, actor);
  }

  @Put('content/:type/:id/position')
  @ApiOperation({
    summary: 'Change the position of a document or video in the tree of pages',
    description:
      'With everything below it, also what the requester may not see. For the author and for holders of ' +
      '`content.edit_any`; moving to another category needs `content.create`, and where other groups read, write or ' +
      'moderate there, the right to edit all that is below it. The version stays unchanged.',
  })
  @TypeParam()
  @IdParam()
  @SignedIn()
  @ApiOkResponse({ description: 'The new position', type: PositionResponse })
  @ProblemResponses({
    400:
      'The category or the parent does not exist, the parent is in another category or below the page, or the page ' +
      'would be too deep (`too_deep`)',
    403:
      'The requester is neither the author nor a holder of `content.edit_any`, or may not write in the category ' +
      '(`category_read_only`), or move all that is below the page to it (`child_not_permitted`); or edits of the ' +
      'page are reviewed, so that its category changes by an edit (`review_required`)',
    404: 'No such document or video, or the requester may not see it',
    409: '`sibling_moved`: `after_id` has another parent now, was deleted, or the requester may not see it',
  })
  async setPosition(
    @Param('type') type: string,
    @Param('id') idOrSlug: string,
    @Body() { category_id, parent_id, after_id }: SetPositionRequest,
    @CurrentActor() actor: Actor,
  ): Promise<PositionResponse> {
    const kind = getKind(type);
    const { id } = await this.items.resolve(kind, idOrSlug, actor);
    const parentId = parent_id || null;
    // Forms send an empty text for none.
    const place = { categoryId: category_id, parentId, afterId: after_id === '' ? null : after_id };
    await this.moving.move(actor, { kind, id }, place);
    return { type: kind, id, category_id, parent_id: parentId };
  }

  @Put('content/:type/:id/progress')
  @ApiOperation({
    summary: 'Set whether the requester has read or watched a document or video to the end',
    description: 'Pages of a series show it, and the home page continues with the next one.',
  })
  @TypeParam()
  @IdParam()
  @SignedIn()
  @ApiOkResponse({ description: 'What is stored now', type: ProgressResponse })
  @ProblemResponses({ 404: 'No such document or video, or the requester may not see it' })
  async setProgress(
    @Param('type') type: string,
    @Param('id') idOrSlug: string,
    @Body() { is_done }: SetProgressRequest,
    @CurrentActor() actor: Actor,
  ): Promise<ProgressResponse> {
    const { id } = await this.items.resolve(getKind(type), idOrSlug, actor);
    await this.progress.set(actor, id, is_done);
    return { is_done };
  }

  @Get('content/:type/:id/pages-below')
  @ApiOperation({
    summary: 'Count the pages below a document or video',
    description: 'Those that are deleted or archived with it when the request says so.',
  })
  @TypeParam()
  @IdParam()
  @SignedIn()
  @ApiOkResponse({ description: 'The number of pages', type: PagesBelowResponse })
  @ProblemResponses({ 404: 'No such document or video, or the requester may not see it' })
  async countPagesBelow(
    @Param('type') type: string,
    @Param('id') idOrSlug: string,
    @CurrentActor() actor: Actor,
  ): Promise<PagesBelowResponse> {
    return this.queries.countBelow(type, idOrSlug, actor);
  }

  @Get('content/:type/:id/neighbours')
  @ApiOperation({
    summary: 'Get the previous and the next page of a document or video',
    description:
      'In the reading order of the tree of its category, where each page is followed by those below it; both are ' +
      'null without a category. Only pages that the requester may see.',
  })
  @TypeParam()
  @IdParam()
  @Public()
  @CacheForGuests()
  @ApiOkResponse({ description: 'The pages before and after it', type: NeighboursResponse })
  @ProblemResponses({ 404: 'No such document or video, or the requester may not see it' })
  async getNeighbours(
    @Param('type') type: string,
    @Param('id') idOrSlug: string,
    @CurrentActor() actor: Actor,
  ): Promise<NeighboursResponse> {
    return this.queries.findNeighbours(type, idOrSlug, actor);
  }
}
