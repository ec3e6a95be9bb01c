import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { pageHeaders, PageQuery, sendPage } from '../../../platform/http/pagination/pagination.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { UsersFacade } from '../../auth/index.js';
import { contentStatuses, visibilities } from '../../content/index.js';
import { type AnyContribution, UserContributionsQueries, MAX_CONTRIBUTIONS } from './contributions.queries.js';

const contributionTypes = ['document', 'video', 'comment', 'thread', 'post'] as const;

class UserActivityResponse {
  @ApiProperty({ enum: contributionTypes, enumName: 'ContributionType' }) type!: AnyContribution['type'];
  @ApiProperty({ description: 'id of the document, video, comment, thread or post', format: 'uuid' }) id!: string;
  @ApiProperty({
    description:
      'title of the document, video or thread; for a comment or post, of the content or thread it belongs to',
    example: 'Getting started',
  })
  title!: string;
  @ApiProperty({ description: 'path in the frontend', example: '/docs/getting-started' }) url!: string;
  @ApiProperty({
    description: 'plain text: the summary, or the beginning of a comment, thread or post',
    example: 'The first hour with the hub.',
  })
  excerpt!: string;
  @ApiProperty({
    description: 'null for comments, which follow their content, and in the forum',
    enum: contentStatuses,
    enumName: 'ContentStatus',
    nullable: true,
  })
  status!: AnyContribution['status'];
  @ApiProperty({
    enum: visibilities,
    enumName: 'Visibility',
    nullable: true,
    description: 'null for comments, threads and posts',
  })
  visibility!: AnyContribution['visibility'];
  @ApiProperty({ description: 'hidden by a moderator: visible to its author and to moderators only' })
  is_hidden!: boolean;
  @ApiPropertyOptional({
    description: 'present where it is true: a template, which its author sees only',
    example: true,
  })
  is_template?: boolean;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

@ApiTags('analytics')
@Controller('users')
export class UserActivityController {
  constructor(
    private readonly contributions: UserContributionsQueries,
    private readonly users: UsersFacade,
  ) {}

  @Get(':id/activity')
  @ApiOperation({
    summary: "List a user's contributions",
    description:
      "The user's documents, videos, comments, threads and posts that the requester may see, the latest first; the " +
      `latest ${MAX_CONTRIBUTIONS} at most, and more by cursor. Guests get public ones only.`,
  })
  @Public()
  @ApiOkResponse({ description: 'A page of contributions', type: [UserActivityResponse], headers: pageHeaders })
  @ProblemResponses({ 404: 'No such user' })
  async listUserActivity(
    @Param('id') id: string,
    @Query() query: PageQuery,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UserActivityResponse[]> {
    if (!isId(id) || !(await this.users.exists(id))) throw notFound('user');
    const page = await this.contributions.list(id, actor, query);
    const rows = page.rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
    return sendPage({ ...page, rows }, query, request, reply);
  }
}
