import { Body, Controller, Get, HttpCode, Param, Post, Delete, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags, ApiCreatedResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../../platform/access/actor.js';
import { CurrentActor, SignedIn } from '../../../../platform/access/decorators.js';
import { ProblemResponses } from '../../../../platform/errors/problem.dto.js';
import {
  OwnReactionsResponse,
  ReactionResponse,
  ReactRequest,
  BookmarkResponse,
  BookmarksQuery,
  BookmarksResponse,
  CreateBookmarkRequest,
} from './reactions.dto.js';
import { ReactionsQueries } from './reactions.queries.js';
import { ReactionsService } from './reactions.service.js';
import { notFound } from '../../../../platform/errors/domain-error.js';
import {
  Idempotency,
  IdempotencyHeader,
  IdempotencyKey,
  type IdempotencyContext,
} from '../../../../platform/idempotency/idempotency.js';
import { isId } from '../../../../platform/http/validation/path-parameters.js';
import { MessageResponse } from '../../../../platform/http/openapi/message.dto.js';
import { pageHeaders, sendPage } from '../../../../platform/http/pagination/pagination.js';
import { CurrentTexts } from '../../../../platform/language/current-texts.js';
import type { Texts } from '../../../../platform/language/texts.js';

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

/** A bookmark is the reaction BOOKMARK: these operations and the reactions' change the same row. */
@ApiTags('bookmarks')
@Controller()
export class BookmarksController {
  constructor(
    private readonly reactions: ReactionsService,
    private readonly queries: ReactionsQueries,
    private readonly idempotency: Idempotency,
  ) {}

  @Post('bookmarks')
  @ApiOperation({
    summary: 'Bookmark a document or video',
    description:
      'Bookmarks are private and need no permission. Bookmarking the same content again changes nothing. ' +
      'With an `Idempotency-Key`, repeating the request within 24 hours returns the first response and ' +
      'creates nothing.',
  })
  @SignedIn()
  @IdempotencyHeader()
  @ApiCreatedResponse({ description: 'The new bookmark', type: BookmarkResponse })
  @ApiOkResponse({ description: 'The bookmark, which existed before', type: BookmarkResponse })
  @ProblemResponses({
    404: 'No such document or video, or the requester may not see it',
    409: 'The Idempotency-Key was used for another request',
  })
  async createBookmark(
    @Body() { content_type, content_id }: CreateBookmarkRequest,
    @CurrentActor() actor: Actor,
    @IdempotencyKey() idempotencyContext: IdempotencyContext | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BookmarkResponse> {
    const { isNew, ...bookmark } = await this.idempotency.runOnce(idempotencyContext, async () => {
      const { id, itemId, createdAt, changed } = await this.reactions.react(
        actor,
        { kind: content_type, id: content_id },
        'BOOKMARK',
        true,
      );
      return {
        id: id ?? '',
        content_type,
        content_id: itemId,
        created_at: createdAt?.toISOString() ?? '',
        isNew: changed,
      };
    });
    if (!isNew) void reply.code(200);
    return bookmark;
  }

  @Delete('bookmarks/:id')
  @ApiOperation({
    summary: 'Delete a bookmark',
    description: 'By the id of the bookmark or of the bookmarked content.',
  })
  @ApiParam({ name: 'id', description: 'id of the bookmark or of the bookmarked content' })
  @SignedIn()
  @ApiOkResponse({ description: 'The bookmark was removed', type: MessageResponse })
  @ProblemResponses({ 404: 'The signed-in user has no such bookmark, or may not see its content any more' })
  async deleteBookmark(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    if (!isId(id)) throw notFound('bookmark');
    await this.reactions.removeBookmark(actor, id);
    return { message: texts.content.bookmarkRemoved };
  }

  @Get('user/bookmarks')
  @ApiOperation({
    summary: "List the signed-in user's bookmarks",
    description: 'The latest first. Bookmarks of content that the user may not see any more are left out.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'A page of bookmarks', type: BookmarksResponse, headers: pageHeaders })
  async listBookmarks(
    @Query() query: BookmarksQuery,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BookmarksResponse> {
    return { items: sendPage(await this.queries.listBookmarks(actor, query), query, request, reply) };
  }
}
