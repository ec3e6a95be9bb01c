import { Controller, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, SignedIn } from '../../../platform/access/decorators.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { ReadsRepository } from '../reading/reads.repository.js';
import { ForumCategoriesQueries } from './forum-categories.queries.js';

@ApiTags('forum')
@Controller('forum')
export class CategoryReadsController {
  constructor(
    private readonly reads: ReadsRepository,
    private readonly categories: ForumCategoriesQueries,
  ) {}

  @Put('categories/:id/read')
  @ApiOperation({
    summary: 'Mark all threads of a category as read',
    description: 'With those of its subcategories. Later posts are unread again.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The threads of the category are read', type: MessageResponse })
  @ProblemResponses({ 404: 'No such category' })
  async markForumCategoryRead(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<MessageResponse> {
    await this.categories.get(id);
    await this.reads.markCategoryRead(actor.userId, id);
    return { message: 'All threads of this category are marked as read.' };
  }

  @Put('read')
  @ApiOperation({
    summary: 'Mark all threads of the forum as read',
    description: 'Later posts are unread again.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'All threads are read', type: MessageResponse })
  async markForumRead(@CurrentActor() actor: Actor): Promise<MessageResponse> {
    await this.reads.markForumRead(actor.userId);
    return { message: 'All threads are marked as read.' };
  }
}
