import { Body, Controller, Get, Param, Put, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { sendPage } from '../../../platform/http/pagination/pagination.js';
import { ProblemResponses } from '../../../platform/http/errors/problem.dto.js';
import { RoleChangeService } from './role-change.service.js';
import { ChangeRoleRequest, UserSummaryResponse, UsersQuery } from './users.dto.js';
import { UsersQueries } from './users.queries.js';

@ApiTags('users')
@Controller('users')
export class UsersController {
  constructor(
    private readonly users: UsersQueries,
    private readonly roleChange: RoleChangeService,
  ) {}

  @Get()
  @ApiOperation({ summary: 'People with an account, the newest first' })
  @RequirePermission('users.manage')
  @ApiOkResponse({ type: [UserSummaryResponse] })
  @ProblemResponses(400)
  async listUsers(
    @Query() query: UsersQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UserSummaryResponse[]> {
    return sendPage(await this.users.list(query), query, request, reply);
  }

  @Put(':id/role')
  @ApiOperation({
    summary: 'Gives a person another role',
    description: 'Nobody can change their own, give more than they hold, or demote the last administrator.',
  })
  @RequirePermission('users.manage')
  @ApiOkResponse({ type: UserSummaryResponse })
  @ProblemResponses(404, 409)
  async changeUserRole(
    @Param('id') id: string,
    @Body() body: ChangeRoleRequest,
    @CurrentActor() actor: Actor,
  ): Promise<UserSummaryResponse> {
    if (!isId(id)) throw notFound('This person');
    await this.roleChange.change(actor, id, body.role);
    const user = await this.users.findSummary(id);
    if (!user) throw notFound('This person');
    return user;
  }
}
