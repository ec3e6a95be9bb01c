import { Body, Controller, Delete, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../../platform/access/actor.js';
import { CurrentActor, SignedIn } from '../../../../platform/access/decorators.js';
import { notFound } from '../../../../platform/http/errors/domain-error.js';
import {
  Idempotency,
  IdempotencyHeader,
  IdempotencyKey,
  type IdempotencyContext,
} from '../../../../platform/idempotency/idempotency.js';
import { isId } from '../../../../platform/http/validation/path-parameters.js';
import { MessageResponse } from '../../../../platform/http/openapi/message.dto.js';
import { sendPage } from '../../../../platform/http/pagination/pagination.js';
import { ProblemResponses } from '../../../../platform/http/errors/problem.dto.js';
import { ReactionsService } from '../reactions/reactions.service.js';
import { BookmarkResponse, BookmarksQuery, BookmarksResponse, CreateBookmarkRequest } from './bookmarks.dto.js';
import { BookmarksQueries } from './bookmarks.queries.js';

/** A bookmark is the reaction BOOKMARK: these operations and the reactions' change the same row. */
@ApiTags('bookmarks')
@Controller()
export class BookmarksController {
  constructor(
    private readonly reactions: ReactionsService,
    private readonly queries: BookmarksQueries,
    private readonly idempotency: Idempotency,
  ) {}

  @Post('bookmarks')
  @ApiOperation({ summary: 'Bookmarks a document or video; once it is there, the same again changes nothing' })
  @SignedIn()
  @IdempotencyHeader()
  @ApiCreatedResponse({ type: BookmarkResponse })
  @ApiOkResponse({ type: BookmarkResponse, description: 'it was there already' })
  @ProblemResponses(404, 409)
  async createBookmark(
    @Body() { content_type, content_id }: CreateBookmarkRequest,
    @CurrentActor() actor: Actor,
    @IdempotencyKey() repeat: IdempotencyContext | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BookmarkResponse> {
    const { isNew, ...bookmark } = await this.idempotency.runOnce(repeat, async () => {
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
  @ApiOperation({ summary: 'Removes a bookmark, by its own id or by that of what is bookmarked' })
  @SignedIn()
  @ApiOkResponse({ type: MessageResponse })
  @ProblemResponses(404)
  async deleteBookmark(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<MessageResponse> {
    if (!isId(id)) throw notFound('This bookmark');
    await this.reactions.removeBookmark(actor, id);
    return { message: 'The bookmark was removed.' };
  }

  @Get('user/bookmarks')
  @ApiOperation({ summary: "The asking person's bookmarks, the latest first" })
  @SignedIn()
  @ApiOkResponse({
    type: BookmarksResponse,
    headers: {
      'X-Total-Count': { schema: { type: 'integer' } },
      'X-Total-Capped': { schema: { type: 'string' } },
      Link: { schema: { type: 'string' } },
    },
  })
  @ProblemResponses(400)
  async listBookmarks(
    @Query() query: BookmarksQuery,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BookmarksResponse> {
    return { items: sendPage(await this.queries.list(actor, query), query, request, reply, ['before']) };
  }
}
