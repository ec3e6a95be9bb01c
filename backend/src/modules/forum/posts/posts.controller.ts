import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public, RequirePermission, SignedIn } from '../../../platform/access/decorators.js';
import { CacheForGuests } from '../../../platform/http/server/guest-response-cache.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { PageNumberQuery } from '../../../platform/http/pagination/pagination.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import {
  Idempotency,
  type IdempotencyContext,
  IdempotencyHeader,
  IdempotencyKey,
} from '../../../platform/idempotency/idempotency.js';
import { PostTextService } from '../shared/post-text.service.js';
import { CreatePostRequest, PostEditResponse, PostListResponse, PostResponse, UpdatePostRequest } from './posts.dto.js';
import { PostsQueries } from './posts.queries.js';
import { type PostReactionType, postReactionTypes } from '../shared/forum-limits.js';
import { PostsService } from './posts.service.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import type { Texts } from '../../../platform/language/texts.js';

const NO_POST = 'No such post, or the requester may not see it';
const NO_REACTION = 'No such post or reaction, or the requester may not see the post';
const REACTION_TYPE = { name: 'type', enum: postReactionTypes, enumName: 'PostReactionType' };

@ApiTags('forum')
@Controller('forum')
export class PostsController {
  constructor(
    private readonly posts: PostsService,
    private readonly queries: PostsQueries,
    private readonly texts: PostTextService,
    private readonly idempotency: Idempotency,
  ) {}

  @Get('threads/:id/posts')
  @ApiOperation({
    summary: 'List the posts of a thread',
    description:
      'Post n is on page ceil(n / 10). Deleted posts, and hidden ones of others, keep their places without content ' +
      'and author.',
  })
  @Public()
  @CacheForGuests()
  @ApiOkResponse({ description: 'A page of posts', type: PostListResponse })
  @ProblemResponses({ 404: 'No such thread, or the requester may not see it' })
  async listPosts(
    @Param('id') threadId: string,
    @Query() { page }: PageNumberQuery,
    @CurrentActor() actor: Actor,
  ): Promise<PostListResponse> {
    return this.queries.list(actor, threadId, page);
  }

  @Post('threads/:id/posts')
  @ApiOperation({
    summary: 'Reply to a thread',
    description:
      'With an `Idempotency-Key`, repeating the request within 24 hours returns the first response and creates ' +
      'nothing. Locked threads take no replies (403 `thread_locked`); moderators unlock them first. Nor do those of ' +
      'categories in which the requester may only read (403 `category_read_only`). ' +
      'Until their account is a day old and has three posts, members post 5 times a minute, with 2 links at most. ' +
      'Requires the permission `forum.post`.',
  })
  @RequirePermission('forum.post')
  @IdempotencyHeader()
  @ApiCreatedResponse({ description: 'The new post', type: PostResponse })
  @ProblemResponses({
    404: 'No such thread, or the requester may not see it',
    409: 'The Idempotency-Key was used for another request',
  })
  async createPost(
    @Param('id') threadId: string,
    @Body() body: CreatePostRequest,
    @CurrentActor() actor: Actor,
    @IdempotencyKey() idempotencyContext: IdempotencyContext | undefined,
  ): Promise<PostResponse> {
    const text = await this.texts.prepare(actor, body.content);
    return this.idempotency.runOnce(idempotencyContext, async () =>
      this.queries.get(actor, await this.posts.reply(actor, threadId, { ...body, text })),
    );
  }

  @Get('posts/:id')
  @ApiOperation({ summary: 'Get a post' })
  @Public()
  @ApiOkResponse({ description: 'The post', type: PostResponse })
  @ProblemResponses({ 404: NO_POST })
  async getPost(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<PostResponse> {
    return this.queries.get(actor, id);
  }

  @Put('posts/:id')
  @ApiOperation({
    summary: 'Update a post',
    description:
      'For its author while the thread is not locked (403 `thread_locked`), and for holders of `forum.moderate`. ' +
      'The former text is kept in the history. Users who are mentioned for the first time get a notification.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The updated post', type: PostResponse })
  @ProblemResponses({ 403: 'The requester may not change it', 404: NO_POST })
  async updatePost(
    @Param('id') id: string,
    @Body() { content }: UpdatePostRequest,
    @CurrentActor() actor: Actor,
  ): Promise<PostResponse> {
    await this.posts.edit(actor, id, await this.texts.prepare(actor, content));
    return this.queries.get(actor, id);
  }

  @Delete('posts/:id')
  @ApiOperation({
    summary: 'Delete a post',
    description:
      'It goes to the trash, and its number stays. For its author while the thread is not locked (403 ' +
      '`thread_locked`), and for holders of `forum.moderate`.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The post was deleted', type: MessageResponse })
  @ProblemResponses({
    403: 'The requester may not delete it',
    404: NO_POST,
    409: '`original_post`: the thread is deleted instead',
  })
  async deletePost(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    await this.posts.remove(actor, id);
    return { message: texts.forum.postDeleted };
  }

  @Get('posts/:id/edits')
  @ApiOperation({
    summary: 'List the former texts of a post',
    description:
      'The newest first, a hundred at most. After an edit by a moderator, the texts before it are visible to the ' +
      'author of the post and to holders of `forum.moderate` only; for others the list begins after it and may be ' +
      'empty.',
  })
  @Public()
  @ApiOkResponse({ description: 'The former texts', type: [PostEditResponse] })
  @ProblemResponses({ 404: NO_POST })
  async listPostEdits(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<PostEditResponse[]> {
    return this.queries.listEdits(actor, id);
  }

  @Put('posts/:id/reactions/:type')
  @ApiOperation({
    summary: 'Add a reaction to a post',
    description:
      'Its author earns reputation by the reactions of others. A repetition changes nothing. Requires the permission ' +
      '`reactions.create`, and to write in the category (403 `category_read_only`).',
  })
  @RequirePermission('reactions.create')
  @ApiParam(REACTION_TYPE)
  @ApiOkResponse({ description: 'The post with the reaction', type: PostResponse })
  @ProblemResponses({ 404: NO_REACTION })
  async addPostReaction(
    @Param('id') id: string,
    @Param('type') type: string,
    @CurrentActor() actor: Actor,
  ): Promise<PostResponse> {
    await this.posts.setReaction(actor, id, toType(type), true);
    return this.queries.get(actor, id);
  }

  @Delete('posts/:id/reactions/:type')
  @ApiOperation({
    summary: 'Delete a reaction to a post',
    description: 'Without one it changes nothing. Requires the permission `reactions.create`.',
  })
  @RequirePermission('reactions.create')
  @ApiParam(REACTION_TYPE)
  @ApiOkResponse({ description: 'The post without the reaction', type: PostResponse })
  @ProblemResponses({ 404: NO_REACTION })
  async deletePostReaction(
    @Param('id') id: string,
    @Param('type') type: string,
    @CurrentActor() actor: Actor,
  ): Promise<PostResponse> {
    await this.posts.setReaction(actor, id, toType(type), false);
    return this.queries.get(actor, id);
  }
}

function toType(text: string): PostReactionType {
  const type = postReactionTypes.find((known) => known === text);
  if (!type) throw notFound('reaction');
  return type;
}
