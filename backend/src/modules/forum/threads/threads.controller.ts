import { Body, Controller, Delete, Get, Param, Post, Put, Query, Req } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public, RequirePermission, SignedIn } from '../../../platform/access/decorators.js';
import { CacheForGuests } from '../../../platform/http/server/guest-response-cache.js';
import { invalid } from '../../../platform/errors/domain-error.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import {
  Idempotency,
  type IdempotencyContext,
  IdempotencyHeader,
  IdempotencyKey,
} from '../../../platform/idempotency/idempotency.js';
import { CurrentViewer, type Viewer, getViewer } from '../../content/index.js';
import { PostTextService } from '../shared/post-text.service.js';
import { ThreadListQueries } from './thread-list.queries.js';
import { ThreadOverviewQueries } from './thread-overview.queries.js';
import { ReadsRepository } from '../reading/reads.repository.js';
import { ThreadViewCounter } from '../reading/thread-view-counter.js';
import {
  CreateThreadRequest,
  ForumStatsResponse,
  MarkReadRequest,
  SetSolutionRequest,
  ThreadListResponse,
  ThreadOverviewQuery,
  ThreadOverviewResponse,
  ThreadResponse,
  ThreadsQuery,
  UpdateThreadRequest,
} from './threads.dto.js';
import { ThreadsQueries } from './threads.queries.js';
import { ThreadsService } from './threads.service.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import type { Texts } from '../../../platform/language/texts.js';

const NO_THREAD = 'No such thread, or the requester may not see it';

@ApiTags('forum')
@Controller('forum')
export class ThreadsController {
  constructor(
    private readonly threads: ThreadsService,
    private readonly queries: ThreadsQueries,
    private readonly texts: PostTextService,
    private readonly lists: ThreadListQueries,
    private readonly overview: ThreadOverviewQueries,
    private readonly reads: ReadsRepository,
    private readonly views: ThreadViewCounter,
    private readonly idempotency: Idempotency,
  ) {}

  @Get('stats')
  @ApiOperation({ summary: 'Get the totals of the forum' })
  @Public()
  @CacheForGuests()
  @ApiOkResponse({ description: 'The totals', type: ForumStatsResponse })
  async getForumStats(@CurrentActor() actor: Actor): Promise<ForumStatsResponse> {
    return this.queries.getStats(actor);
  }

  @Get('threads')
  @ApiOperation({
    summary: 'List the threads of all categories',
    description:
      'Those with the latest posts first; pinned threads have no place of their own. `unread` and `following` are ' +
      'for ' +
      'signed-in users.',
  })
  @Public()
  @CacheForGuests()
  @ApiOkResponse({ description: 'A page of threads', type: ThreadOverviewResponse })
  @ProblemResponses({ 401: 'The filter is for signed-in users' })
  async listAllThreads(
    @Query() query: ThreadOverviewQuery,
    @CurrentActor() actor: Actor,
  ): Promise<ThreadOverviewResponse> {
    return this.overview.list(actor, query);
  }

  @Get('categories/:id/threads')
  @ApiOperation({
    summary: 'List the threads of a category',
    description:
      'Twenty per page, pinned ones first, without those of subcategories. `next` and `previous` lead to the ' +
      'neighbouring pages without skipping or repeating threads, and cost the same on every page.',
  })
  @Public()
  @CacheForGuests()
  @ApiOkResponse({ description: 'A page of threads', type: ThreadListResponse })
  @ProblemResponses({ 404: 'No such category' })
  async listThreads(
    @Param('id') categoryId: string,
    @Query() query: ThreadsQuery,
    @CurrentActor() actor: Actor,
  ): Promise<ThreadListResponse> {
    return this.lists.list(actor, categoryId, query);
  }

  @Post('categories/:id/threads')
  @ApiOperation({
    summary: 'Start a thread',
    description:
      'Its author watches it. New members are limited as with replies. With an `Idempotency-Key`, repeating the ' +
      'request within 24 hours returns the first response and creates nothing. Requires the permission `forum.post`, ' +
      'and to write in the category (403 `category_read_only`).',
  })
  @RequirePermission('forum.post')
  @IdempotencyHeader()
  @ApiCreatedResponse({ description: 'The new thread', type: ThreadResponse })
  @ProblemResponses({
    400: 'Fields that fail validation; `about` when its item is missing or the requester may not see it',
    404: 'No such category, or the requester may not read in it',
    409: 'The Idempotency-Key was used for another request',
  })
  async createThread(
    @Param('id') categoryId: string,
    @Body() body: CreateThreadRequest,
    @CurrentActor() actor: Actor,
    @IdempotencyKey() idempotencyContext: IdempotencyContext | undefined,
  ): Promise<ThreadResponse> {
    const text = await this.texts.prepare(actor, body.content);
    return this.idempotency.runOnce(idempotencyContext, async () =>
      this.queries.get(await this.threads.create(actor, categoryId, { ...body, text }), actor),
    );
  }

  @Get('threads/:id')
  @ApiOperation({
    summary: 'Get a thread',
    description:
      'Without its posts. Guests get no `abilities`. Each reader except its author counts as one view per day.',
  })
  @Public()
  @CacheForGuests()
  @ApiOkResponse({ description: 'The thread', type: ThreadResponse })
  @ProblemResponses({ 404: NO_THREAD })
  async getThread(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentViewer() viewer: Viewer | undefined,
    @Req() request: FastifyRequest,
  ): Promise<ThreadResponse> {
    const found = await this.queries.get(id, actor);
    // A guest with a new view gets an uncached response, which includes the view.
    request.mayReuseResponse = (later) => !this.views.record(found, getViewer(later, Actor.guest));
    return this.views.recordView(found, viewer);
  }

  @Put('threads/:id')
  @ApiOperation({
    summary: 'Update a thread',
    description:
      'Omitted fields stay unchanged. Title and tags: for its author while it is not locked, and holders of ' +
      '`forum.moderate` and members of groups that moderate its category, who also pin, lock and move it, and mark ' +
      'it as solved without a solution. To move it takes to moderate both categories. Authors get 403 ' +
      '`thread_locked` while it is locked, and `category_read_only` where they may only read.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The updated thread', type: ThreadResponse })
  @ProblemResponses({ 403: 'The requester may not change this', 404: NO_THREAD })
  async updateThread(
    @Param('id') id: string,
    @Body() body: UpdateThreadRequest,
    @CurrentActor() actor: Actor,
  ): Promise<ThreadResponse> {
    await this.threads.update(actor, id, body);
    return this.queries.get(id, actor);
  }

  @Delete('threads/:id')
  @ApiOperation({
    summary: 'Delete a thread',
    description:
      'It goes to the trash with its posts. For its author while there are no replies and it is not locked (403 ' +
      '`thread_locked`), and for holders of `forum.moderate`.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The thread was deleted', type: MessageResponse })
  @ProblemResponses({ 403: 'The requester may not delete it', 404: NO_THREAD })
  async deleteThread(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    await this.threads.remove(actor, id);
    return { message: texts.forum.threadDeleted };
  }

  @Put('threads/:id/solution')
  @ApiOperation({
    summary: 'Mark the reply that solved a thread',
    description:
      'Sets `is_solved`; null removes both. For its author and for holders of `forum.moderate`. The author of the ' +
      'reply earns reputation, unless it is the author of the thread.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The updated thread', type: ThreadResponse })
  @ProblemResponses({
    400: 'The post is missing, or not a reply of this thread',
    403: 'The requester is neither the author nor a moderator',
    404: NO_THREAD,
  })
  async setThreadSolution(
    @Param('id') id: string,
    @Body() { post_id }: SetSolutionRequest,
    @CurrentActor() actor: Actor,
  ): Promise<ThreadResponse> {
    if (post_id === undefined) throw invalid([{ field: 'post_id', message: (texts) => texts.forum.solutionRequired }]);
    await this.threads.setSolution(actor, id, post_id || null);
    return this.queries.get(id, actor);
  }

  @Put('threads/:id/watch')
  @ApiOperation({
    summary: 'Watch a thread',
    description: 'The user is notified of each reply. For a merged thread, the other one is watched.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The thread is watched', type: MessageResponse })
  @ProblemResponses({ 404: NO_THREAD })
  async watchThread(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    await this.reads.setWatched(actor, id, true);
    return { message: texts.forum.watching };
  }

  @Delete('threads/:id/watch')
  @ApiOperation({ summary: 'Stop watching a thread' })
  @SignedIn()
  @ApiOkResponse({ description: 'The thread is no longer watched', type: MessageResponse })
  @ProblemResponses({ 404: NO_THREAD })
  async unwatchThread(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    await this.reads.setWatched(actor, id, false);
    return { message: texts.forum.notWatching };
  }

  @Put('threads/:id/read')
  @ApiOperation({
    summary: 'Mark a thread as read up to a post',
    description: 'A lower number than before changes nothing. For a merged thread, the other one is marked.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The place is remembered', type: MessageResponse })
  @ProblemResponses({ 404: NO_THREAD })
  async markThreadRead(
    @Param('id') id: string,
    @Body() { number }: MarkReadRequest,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    await this.reads.markThreadRead(actor, id, number);
    return { message: texts.forum.placeSaved };
  }
}
