import { Body, Controller, Delete, Get, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../../platform/access/actor.js';
import { CurrentActor, Public, RequirePermission, SignedIn } from '../../../../platform/access/decorators.js';
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
import { CommentResponse, CommentsQuery, CreateCommentRequest, UpdateCommentRequest } from './comments.dto.js';
import { CommentsQueries } from './comments.queries.js';
import { CommentsService } from './comments.service.js';

@ApiTags('comments')
@Controller('comments')
export class CommentsController {
  constructor(
    private readonly comments: CommentsService,
    private readonly queries: CommentsQueries,
    private readonly idempotency: Idempotency,
  ) {}

  @Get(':content_type/:content_id')
  @ApiOperation({ summary: 'The comments on a document or video, the newest first' })
  @Public()
  @ApiOkResponse({
    type: [CommentResponse],
    headers: {
      'X-Total-Count': { schema: { type: 'integer' } },
      'X-Total-Capped': { schema: { type: 'string' } },
      Link: { schema: { type: 'string' } },
    },
  })
  @ProblemResponses(400, 404)
  async listComments(
    @Param('content_type') kind: string,
    @Param('content_id') idOrSlug: string,
    @Query() query: CommentsQuery,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CommentResponse[]> {
    return sendPage(await this.queries.list(actor, kind, idOrSlug, query), query, request, reply, [
      'at',
      'before',
      'after',
    ]);
  }

  @Post()
  @ApiOperation({
    summary: 'Comments on a document or video',
    description: 'Whoever is mentioned by @handle and may read it is told, and so is the author of the content.',
  })
  @RequirePermission('comments.create')
  @IdempotencyHeader()
  @ApiCreatedResponse({ type: CommentResponse })
  @ProblemResponses(404, 409)
  async createComment(
    @Body() body: CreateCommentRequest,
    @CurrentActor() actor: Actor,
    @IdempotencyKey() repeat: IdempotencyContext | undefined,
  ): Promise<CommentResponse> {
    return this.idempotency.runOnce(repeat, async () =>
      this.queries.get(actor, await this.comments.create(actor, body)),
    );
  }

  @Put(':id')
  @ApiOperation({ summary: 'Changes a comment; for its author and for holders of moderation.handle' })
  @SignedIn()
  @ApiOkResponse({ type: CommentResponse })
  @ProblemResponses(404)
  async updateComment(
    @Param('id') id: string,
    @Body() { content }: UpdateCommentRequest,
    @CurrentActor() actor: Actor,
  ): Promise<CommentResponse> {
    if (!isId(id)) throw notFound('This comment');
    await this.comments.edit(actor, id, content);
    return this.queries.get(actor, id);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Deletes a comment; for its author and for holders of moderation.handle' })
  @SignedIn()
  @ApiOkResponse({ type: MessageResponse })
  @ProblemResponses(404)
  async deleteComment(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<MessageResponse> {
    if (!isId(id)) throw notFound('This comment');
    await this.comments.remove(actor, id);
    return { message: 'The comment was deleted.' };
  }
}
