import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../../platform/access/actor.js';
import { CurrentActor, SignedIn } from '../../../../platform/access/decorators.js';
import { ProblemResponses } from '../../../../platform/errors/problem.dto.js';
import { OwnReactionsResponse, ReactionResponse, ReactRequest } from './reactions.dto.js';
import { ReactionsQueries } from './reactions.queries.js';
import { ReactionsService } from './reactions.service.js';

@ApiTags('reactions')
@Controller()
export class ReactionsController {
  constructor(
    private readonly reactions: ReactionsService,
    private readonly queries: ReactionsQueries,
  ) {}

  @Post('reactions')
  @ApiOperation({
    summary: 'Set or toggle a reaction',
    description:
      'Without `active` the reaction is toggled; with it the request is idempotent. BOOKMARK needs sign-in ' +
      'only, the other reactions need the permission `reactions.create`. LIKE and HELPFUL count towards ' +
      'the reputation of the author.',
  })
  @HttpCode(200)
  @SignedIn()
  @ApiOkResponse({ description: 'The state of the reaction, and the counts of the content', type: ReactionResponse })
  @ProblemResponses({
    403: 'The requester does not hold reactions.create',
    404: 'No such document or video, or the requester may not see it',
  })
  async react(
    @Body() { content_type, content_id, reaction_type, active }: ReactRequest,
    @CurrentActor() actor: Actor,
  ): Promise<ReactionResponse> {
    const outcome = await this.reactions.react(actor, { kind: content_type, id: content_id }, reaction_type, active);
    return { content_type, content_id: outcome.itemId, reaction_type, active: outcome.active, ...outcome.counts };
  }

  @Get('user/reactions/:content_type/:content_id')
  @ApiOperation({ summary: "List the signed-in user's reactions to a document or video" })
  @ApiParam({ name: 'content_type', description: 'document or video', example: 'document' })
  @ApiParam({ name: 'content_id', description: 'id, slug or former slug of the content', example: 'getting-started' })
  @SignedIn()
  @ApiOkResponse({ description: "The user's reactions", type: OwnReactionsResponse })
  @ProblemResponses({ 404: 'No such document or video, or the requester may not see it' })
  async listOwnReactions(
    @Param('content_type') kind: string,
    @Param('content_id') idOrSlug: string,
    @CurrentActor() actor: Actor,
  ): Promise<OwnReactionsResponse> {
    return this.queries.listOwn(actor, kind, idOrSlug);
  }
}
