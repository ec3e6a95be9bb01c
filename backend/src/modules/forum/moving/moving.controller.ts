import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public, SignedIn } from '../../../platform/access/decorators.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import {
  Idempotency,
  type IdempotencyContext,
  IdempotencyHeader,
  IdempotencyKey,
} from '../../../platform/idempotency/idempotency.js';
import { PostsQueries } from '../posts/posts.queries.js';
import { MergeThreadRequest, SplitThreadRequest, ThreadResponse } from '../threads/threads.dto.js';
import { ThreadsQueries } from '../threads/threads.queries.js';
import { PostPlaceResponse } from '../posts/posts.dto.js';
import { ThreadMovingService } from './thread-moving.service.js';

const NO_THREAD = 'No such thread, or the requester may not see it';

@ApiTags('forum')
@Controller('forum/threads/:id')
export class MovingController {
  constructor(
    private readonly moving: ThreadMovingService,
    private readonly posts: PostsQueries,
    private readonly queries: ThreadsQueries,
    private readonly idempotency: Idempotency,
  ) {}

  @Post('split')
  @ApiOperation({
    summary: 'Split posts off into a new thread',
    description:
      'The posts keep their order and are numbered from 1; a placeholder with a link remains in the thread. The ' +
      'author of the first one becomes the author of the new thread. Their authors get a notification. With an ' +
      '`Idempotency-Key`, repeating the request within 24 hours returns the first response and moves nothing. ' +
      'Requires the permission `forum.moderate`, or a group that moderates the category.',
  })
  @SignedIn()
  @IdempotencyHeader()
  @ApiCreatedResponse({ description: 'The new thread', type: ThreadResponse })
  @ProblemResponses({
    400: 'A post is not in the thread any more, or the category does not exist',
    403: 'The requester does not moderate the category, or may only read in the other one (`category_read_only`)',
    404: NO_THREAD,
    409:
      '`original_post` when it is selected, `hidden_post` when the first post is hidden, `thread_hidden` when the ' +
      'thread is, or the Idempotency-Key was used for another request',
  })
  async splitThread(
    @Param('id') id: string,
    @Body() body: SplitThreadRequest,
    @CurrentActor() actor: Actor,
    @IdempotencyKey() idempotencyContext: IdempotencyContext | undefined,
  ): Promise<ThreadResponse> {
    return this.idempotency.runOnce(idempotencyContext, async () =>
      this.queries.get(await this.moving.split(actor, id, body), actor),
    );
  }

  @Post('merge')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Merge a thread into another',
    description:
      'All posts are added to the end of the other thread. This one disappears from lists, and its address leads to ' +
      'the other one, which also gets its views and watchers, and its solution unless it is solved itself, and is ' +
      'listed by the documents and videos of both. The authors of the posts get a notification. Requires the ' +
      'permission `forum.moderate`, or groups that moderate both categories.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The other thread with the added posts', type: ThreadResponse })
  @ProblemResponses({
    400: 'The target is this thread itself, or does not exist',
    403: 'The requester does not moderate the categories, or may only read in the target (`category_read_only`)',
    404: NO_THREAD,
    409: '`thread_hidden`: one of the threads is hidden',
  })
  async mergeThreads(
    @Param('id') id: string,
    @Body() { target_id }: MergeThreadRequest,
    @CurrentActor() actor: Actor,
  ): Promise<ThreadResponse> {
    return this.queries.get(await this.moving.merge(actor, id, target_id), actor);
  }

  @Get('posts/:number')
  @ApiOperation({
    summary: 'Get the place of a post by its number in a thread',
    description: 'Also finds posts that had this number before they were moved to another thread.',
  })
  @Public()
  @ApiParam({ name: 'number', description: 'number that the post has or had in the thread', example: '2' })
  @ApiOkResponse({ description: 'Where the post is now', type: PostPlaceResponse })
  @ProblemResponses({ 404: 'No such post, or the requester may not see it' })
  async getPostPlace(
    @Param('id') id: string,
    @Param('number') number: string,
    @CurrentActor() actor: Actor,
  ): Promise<PostPlaceResponse> {
    return this.posts.getPlace(actor, id, number);
  }
}
