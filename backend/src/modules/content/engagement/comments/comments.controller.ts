import { Body, Controller, Delete, Get, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../../platform/access/actor.js';
import { CurrentActor, Public, RequirePermission, SignedIn } from '../../../../platform/access/decorators.js';
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
import { CacheForGuests } from '../../../../platform/http/server/guest-response-cache.js';
import { ProblemResponses } from '../../../../platform/errors/problem.dto.js';
import {
  CommentResponse,
  CommentThreadResponse,
  CommentThreadsQuery,
  CreateCommentRequest,
  FlatCommentsQuery,
  ResolveCommentRequest,
  UpdateCommentRequest,
} from './comments.dto.js';
import { CommentsQueries } from './comments.queries.js';
import { CommentsService } from './comments.service.js';
import { CurrentTexts } from '../../../../platform/language/current-texts.js';
import type { Texts } from '../../../../platform/language/texts.js';

/** What chooses a page of comments beside `page` and `cursor`. */
const PAGE_PARAMETERS = ['at', 'before', 'after'];

@ApiTags('comments')
@Controller('comments')
export class CommentsController {
  constructor(
    private readonly comments: CommentsService,
    private readonly queries: CommentsQueries,
    private readonly idempotency: Idempotency,
  ) {}

  @Get(':content_type/:content_id')
  @ApiOperation({
    summary: 'List the comments on a document or video',
    description:
      'Replies are among the others. Hidden comments are included for their authors and for holders of ' +
      '`moderation.handle` only.',
  })
  @ApiParam({ name: 'content_type', description: 'document or video', example: 'document' })
  @ApiParam({ name: 'content_id', description: 'id, slug or former slug of the content', example: 'getting-started' })
  @Public()
  @ApiOkResponse({ description: 'A page of comments', type: [CommentResponse], headers: pageHeaders })
  @ProblemResponses({ 404: 'No such document or video, or the requester may not see it' })
  async listComments(
    @Param('content_type') kind: string,
    @Param('content_id') idOrSlug: string,
    @Query() query: FlatCommentsQuery,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CommentResponse[]> {
    return sendPage(await this.queries.list(actor, kind, idOrSlug, query), query, request, reply, PAGE_PARAMETERS);
  }

  @Get(':content_type/:content_id/threads')
  @ApiOperation({
    summary: 'List the top-level comments on a document or video with their first replies',
    description:
      'Pages are of top-level comments; `X-Total-Count` is the number of all comments, replies included. More ' +
      'replies: `GET /comments/{content_type}/{content_id}` with `root_id`, `order=oldest` and `after` or `before`. ' +
      'With `at`, which may be a reply, the replies around it. Deleted comments are included while they have replies.',
  })
  @ApiParam({ name: 'content_type', description: 'document or video', example: 'document' })
  @ApiParam({ name: 'content_id', description: 'id, slug or former slug of the content', example: 'getting-started' })
  @Public()
  @CacheForGuests()
  @ApiOkResponse({
    description: 'A page of top-level comments with replies',
    type: [CommentThreadResponse],
    headers: pageHeaders,
  })
  @ProblemResponses({ 404: 'No such document or video, or the requester may not see it' })
  async listCommentThreads(
    @Param('content_type') kind: string,
    @Param('content_id') idOrSlug: string,
    @Query() query: CommentThreadsQuery,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CommentThreadResponse[]> {
    const page = await this.queries.listThreads(actor, kind, idOrSlug, query);
    return sendPage(page, query, request, reply, PAGE_PARAMETERS);
  }

  @Post()
  @ApiOperation({
    summary: 'Comment on a document or video',
    description:
      'With `parent_id` it is a reply, listed below the same top-level comment as the comment that it answers. Users ' +
      'who are mentioned by @handle and may see the comment get a notification, and so do the authors of the ' +
      'answered comment and of the content. With `anchor` it is about a passage of a document, with `revision_id` ' +
      'part of a review. With an `Idempotency-Key`, repeating the request within 24 hours returns the first ' +
      'response and creates nothing. Requires the permission `comments.create`.',
  })
  @RequirePermission('comments.create')
  @IdempotencyHeader()
  @ApiCreatedResponse({ description: 'The new comment', type: CommentResponse })
  @ProblemResponses({
    404: 'No such document, video or answered comment, or the requester may not see it',
    409: 'The Idempotency-Key was used for another request',
  })
  async createComment(
    @Body() body: CreateCommentRequest,
    @CurrentActor() actor: Actor,
    @IdempotencyKey() idempotencyContext: IdempotencyContext | undefined,
  ): Promise<CommentResponse> {
    return this.idempotency.runOnce(idempotencyContext, async () =>
      this.queries.get(actor, await this.comments.create(actor, body)),
    );
  }

  @Put(':id')
  @ApiOperation({
    summary: 'Update a comment',
    description:
      'For its author, who needs `comments.create`, and for holders of `moderation.handle`. Users who are ' +
      'mentioned for the first time get a notification.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The updated comment', type: CommentResponse })
  @ProblemResponses({
    403: 'The requester is neither the author nor a holder of `moderation.handle`',
    404: 'No such comment, or the requester may not see it',
  })
  async updateComment(
    @Param('id') id: string,
    @Body() { content }: UpdateCommentRequest,
    @CurrentActor() actor: Actor,
  ): Promise<CommentResponse> {
    if (!isId(id)) throw notFound('comment');
    await this.comments.edit(actor, id, content);
    return this.queries.get(actor, id);
  }

  @Put(':id/resolution')
  @ApiOperation({
    summary: 'Set whether a comment is resolved',
    description:
      'A top-level comment about a passage or in a review. For its author, the author of the text, and whoever may ' +
      'edit the text. Its author gets a notification when another user resolves it.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The comment', type: CommentResponse })
  @ProblemResponses({
    403: 'The requester may not resolve it',
    404: 'No such comment, or the requester may not see it',
    409: 'It is a reply, or about no passage',
  })
  async resolveComment(
    @Param('id') id: string,
    @Body() { is_resolved }: ResolveCommentRequest,
    @CurrentActor() actor: Actor,
  ): Promise<CommentResponse> {
    if (!isId(id)) throw notFound('comment');
    await this.comments.resolve(actor, id, is_resolved);
    return this.queries.get(actor, id);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Delete a comment', description: 'For its author and for holders of `moderation.handle`.' })
  @SignedIn()
  @ApiOkResponse({ description: 'The comment was deleted', type: MessageResponse })
  @ProblemResponses({
    403: 'The requester is neither the author nor a holder of `moderation.handle`',
    404: 'No such comment, or the requester may not see it',
  })
  async deleteComment(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    if (!isId(id)) throw notFound('comment');
    await this.comments.remove(actor, id);
    return { message: texts.content.commentDeleted };
  }
}
