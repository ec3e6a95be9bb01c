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
import { ChangeRoleRequest, RoleAssignmentsResponse, UsersQuery, UserSummaryResponse } from './users.dto.js';
import { UsersQueries } from './users.queries.js';

/** The same as /users, by the paths of the role administration. */
@ApiTags('roles')
@Controller('admin/role-assignments')
export class RoleAssignmentsController {
  constructor(
    private readonly users: UsersQueries,
    private readonly roleChange: RoleChangeService,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Who has which role, the newest accounts first' })
  @RequirePermission('users.manage')
  @ApiOkResponse({
    type: RoleAssignmentsResponse,
    headers: {
      'X-Total-Count': { schema: { type: 'integer' } },
      'X-Total-Capped': { schema: { type: 'string' } },
      Link: { schema: { type: 'string' } },
    },
  })
  @ProblemResponses(400)
  async listRoleAssignments(
    @Query() query: UsersQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RoleAssignmentsResponse> {
    return { users: sendPage(await this.users.list(query), query, request, reply) };
  }

  @Put(':userId')
  @ApiOperation({ summary: 'Gives a person another role', description: 'The same as PUT /users/{id}/role.' })
  @RequirePermission('users.manage')
  @ApiOkResponse({ type: UserSummaryResponse })
  @ProblemResponses(400, 404, 409)
  async assignRole(
    @Param('userId') userId: string,
    @Body() body: ChangeRoleRequest,
    @CurrentActor() actor: Actor,
  ): Promise<UserSummaryResponse> {
    if (!isId(userId)) throw notFound('This person');
    await this.roleChange.change(actor, userId, body.role);
    const user = await this.users.findSummary(userId);
    if (!user) throw notFound('This person');
    return user;
  }
}
