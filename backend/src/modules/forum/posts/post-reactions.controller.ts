import { Controller, Delete, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { PostReactionsService, type PostReactionType, postReactionTypes } from './post-reactions.service.js';
import { PostResponse } from './posts.dto.js';
import { PostsQueries } from './posts.queries.js';

const NO_POST = 'No such post or reaction, or the requester may not see the post';

@ApiTags('forum')
@ApiParam({ name: 'type', enum: postReactionTypes, enumName: 'PostReactionType' })
@Controller('forum/posts')
export class PostReactionsController {
  constructor(
    private readonly reactions: PostReactionsService,
    private readonly queries: PostsQueries,
  ) {}

  @Put(':id/reactions/:type')
  @ApiOperation({
    summary: 'Add a reaction to a post',
    description:
      'Its author earns reputation by the reactions of others. A repetition changes nothing. Requires the permission ' +
      '`reactions.create`.',
  })
  @RequirePermission('reactions.create')
  @ApiOkResponse({ description: 'The post with the reaction', type: PostResponse })
  @ProblemResponses({ 404: NO_POST })
  async addPostReaction(
    @Param('id') id: string,
    @Param('type') type: string,
    @CurrentActor() actor: Actor,
  ): Promise<PostResponse> {
    await this.reactions.set(actor, id, toType(type), true);
    return this.queries.get(actor, id);
  }

  @Delete(':id/reactions/:type')
  @ApiOperation({
    summary: 'Delete a reaction to a post',
    description: 'Without one it changes nothing. Requires the permission `reactions.create`.',
  })
  @RequirePermission('reactions.create')
  @ApiOkResponse({ description: 'The post without the reaction', type: PostResponse })
  @ProblemResponses({ 404: NO_POST })
  async deletePostReaction(
    @Param('id') id: string,
    @Param('type') type: string,
    @CurrentActor() actor: Actor,
  ): Promise<PostResponse> {
    await this.reactions.set(actor, id, toType(type), false);
    return this.queries.get(actor, id);
  }
}

function toType(text: string): PostReactionType {
  const type = postReactionTypes.find((known) => known === text);
  if (!type) throw notFound('This reaction');
  return type;
}
