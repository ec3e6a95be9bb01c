import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public, RequirePermission } from '../../../platform/access/decorators.js';
import { CacheForGuests } from '../../../platform/http/server/guest-response-cache.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { pageHeaders, PageQuery, sendPage } from '../../../platform/http/pagination/pagination.js';
import { MadePostDocumentResponse } from '../posts/posts.dto.js';
import { LinkedThreadResponse, SimilarItemResponse, SimilarQuery } from './linked-threads.dto.js';
import { LinkedThreadsQueries } from './linked-threads.queries.js';
import { ThreadLinksService } from './thread-links.service.js';

@ApiTags('forum')
@Controller('forum')
export class LinkedThreadsController {
  constructor(
    private readonly queries: LinkedThreadsQueries,
    private readonly links: ThreadLinksService,
  ) {}

  @Get('items/:content_type/:content_id/threads')
  @ApiOperation({
    summary: 'List the threads of a document or video',
    description:
      'Threads about it, and the thread of the post that a document was made of. The latter is first, then the ' +
      'latest activity. Hidden threads are not listed.',
  })
  @ApiParam({ name: 'content_type', description: 'document or video', example: 'document' })
  @ApiParam({ name: 'content_id', description: 'id, slug or former slug of the content', example: 'getting-started' })
  @Public()
  @CacheForGuests()
  @ApiOkResponse({
    description: 'A page of threads of the document or video',
    type: [LinkedThreadResponse],
    headers: pageHeaders,
  })
  @ProblemResponses({ 404: 'No such document or video, or the requester may not see it' })
  async listLinkedThreads(
    @Param('content_type') kind: string,
    @Param('content_id') idOrSlug: string,
    @Query() query: PageQuery,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LinkedThreadResponse[]> {
    return sendPage(await this.queries.list(actor, kind, idOrSlug, query), query, request, reply);
  }

  @Post('posts/:id/document')
  @ApiOperation({
    summary: 'Create a document from a post',
    description:
      'A draft of the requester with the text and files of the post, the title and tags of its thread, and a line ' +
      'that names author and thread. When the requester has a document of this post already, that one is returned ' +
      '(200). Requires the permission `content.create`.',
  })
  @RequirePermission('content.create')
  @ApiCreatedResponse({ description: 'The new draft', type: MadePostDocumentResponse })
  @ApiOkResponse({ description: 'The existing document', type: MadePostDocumentResponse })
  @ProblemResponses({
    404: 'No such post, or the requester may not see it',
    409: '`post_hidden`: the post or its thread is hidden',
  })
  async createPostDocument(
    @Param('id') postId: string,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MadePostDocumentResponse> {
    const { isNew, document } = await this.links.createDocument(actor, postId);
    if (!isNew) void reply.code(200);
    return { ...document, is_new: isNew };
  }

  @Get('similar')
  @ApiOperation({
    summary: 'List threads, documents and videos with a similar title',
    description:
      'For the title of a new thread: at most 5 that the requester may see and whose titles share words with it, in ' +
      'German and English, the most similar first. Requires the permission `forum.post`.',
  })
  @RequirePermission('forum.post')
  @ApiOkResponse({ description: 'The similar items', type: [SimilarItemResponse] })
  async listSimilarItems(
    @Query() { title = '' }: SimilarQuery,
    @CurrentActor() actor: Actor,
  ): Promise<SimilarItemResponse[]> {
    return this.queries.listSimilar(actor, title);
  }
}
