import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { PageQuery, sendPage } from '../../../platform/http/pagination/pagination.js';
import { ProblemResponses } from '../../../platform/http/errors/problem.dto.js';
import { UsersFacade } from '../../auth/index.js';
import { ContentFacade, contentStatuses, type Contribution, visibilities } from '../../content/index.js';

const contributionTypes = ['document', 'video', 'comment'] as const;

class UserActivityResponse {
  @ApiProperty({ enum: contributionTypes, enumName: 'ContributionType' }) type!: Contribution['type'];
  @ApiProperty({ format: 'uuid', description: 'of the document, video or comment' }) id!: string;
  @ApiProperty({
    description: 'of the document or video; for a comment, of what it is about',
    example: 'Getting started',
  })
  title!: string;
  @ApiProperty({ description: 'path in the frontend', example: '/docs/getting-started' }) url!: string;
  @ApiProperty({
    description: 'the summary, or the beginning of a comment, as plain text',
    example: 'The first hour with the hub.',
  })
  excerpt!: string;
  @ApiProperty({
    enum: contentStatuses,
    enumName: 'ContentStatus',
    nullable: true,
    description: 'null for comments, which follow what they are about',
  })
  status!: Contribution['status'];
  @ApiProperty({ enum: visibilities, enumName: 'Visibility', nullable: true, description: 'null for comments' })
  visibility!: Contribution['visibility'];
  @ApiProperty({ description: 'seen only by its author and moderators' }) is_hidden!: boolean;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

@ApiTags('analytics')
@Controller('users')
export class UserActivityController {
  constructor(
    private readonly content: ContentFacade,
    private readonly users: UsersFacade,
  ) {}

  @Get(':id/activity')
  @ApiOperation({
    summary: 'What a person has written, the latest first',
    description: 'Documents, videos and comments that the asking person may see.',
  })
  @Public()
  @ApiOkResponse({
    type: [UserActivityResponse],
    headers: {
      'X-Total-Count': { schema: { type: 'integer' } },
      'X-Total-Capped': { schema: { type: 'string' } },
      Link: { schema: { type: 'string' } },
    },
  })
  @ProblemResponses(404)
  async listUserActivity(
    @Param('id') id: string,
    @Query() query: PageQuery,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UserActivityResponse[]> {
    if (!isId(id) || !(await this.users.exists(id))) throw notFound('This person');
    const page = await this.content.contributionsOf(id, actor, query);
    return sendPage(
      {
        ...page,
        rows: page.rows.map(({ createdAt, isHidden, ...row }) => ({
          ...row,
          is_hidden: isHidden,
          created_at: createdAt.toISOString(),
        })),
      },
      query,
      request,
      reply,
    );
  }
}
