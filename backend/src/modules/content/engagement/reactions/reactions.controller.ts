import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../../platform/access/actor.js';
import { CurrentActor, SignedIn } from '../../../../platform/access/decorators.js';
import { ProblemResponses } from '../../../../platform/http/errors/problem.dto.js';
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
    summary: 'Turns a reaction on or off',
    description: 'BOOKMARK is the bookmark and needs only sign-in; the others need reactions.create.',
  })
  @HttpCode(200)
  @SignedIn()
  @ApiOkResponse({ type: ReactionResponse })
  @ProblemResponses(404)
  async react(
    @Body() { content_type, content_id, reaction_type, active }: ReactRequest,
    @CurrentActor() actor: Actor,
  ): Promise<ReactionResponse> {
    const outcome = await this.reactions.react(actor, { kind: content_type, id: content_id }, reaction_type, active);
    return { content_type, content_id: outcome.itemId, reaction_type, active: outcome.active, ...outcome.counts };
  }

  @Get('user/reactions/:content_type/:content_id')
  @ApiOperation({ summary: 'Which reactions the asking person has given to a document or video' })
  @SignedIn()
  @ApiOkResponse({ type: OwnReactionsResponse })
  @ProblemResponses(404)
  async listOwnReactions(
    @Param('content_type') kind: string,
    @Param('content_id') idOrSlug: string,
    @CurrentActor() actor: Actor,
  ): Promise<OwnReactionsResponse> {
    return this.queries.listOwn(actor, kind, idOrSlug);
  }
}
